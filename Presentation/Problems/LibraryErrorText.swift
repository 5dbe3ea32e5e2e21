package import FermataDomain

/// The words for an error of the library, without its path, as a clause: "another program is changing the library".
package struct LibraryErrorText: Equatable, Sendable {
    package let text: String

    package init(_ error: LibraryError) {
        text =
            switch error {
            case .cannotOpen(_, let failure): "the library cannot be opened, \(StorageFailureText(failure).text)"
            case .cannotWrite(_, let failure): "the library cannot be changed, \(StorageFailureText(failure).text)"
            case .newerVersion: "a newer version of Fermata made the library"
            case .busy: "another program is changing the library"
            case .damaged: "the library is damaged"
            }
    }
}
