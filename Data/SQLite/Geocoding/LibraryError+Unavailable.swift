import FermataDomain

extension LibraryError {
    /// Whether the library is busy, read-only, full or being replaced; geocoders work without it.
    var isUnavailable: Bool {
        switch self {
        case .busy, .cannotOpen, .cannotWrite, .replaced: true
        case .newerVersion, .damaged: false
        }
    }
}
