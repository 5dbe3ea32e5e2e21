import FermataDomain

extension LibraryError {
    /// Whether the library is busy, read-only or full; geocoders work without it.
    var isUnavailable: Bool {
        switch self {
        case .busy, .cannotOpen, .cannotWrite: true
        case .newerVersion, .damaged: false
        }
    }
}
