import FermataDomain

extension LibraryWatch {
    /// Throws where the library's file is gone: while it is open, it would take changes that nobody sees again.
    func checkLibrary() throws {
        do { _ = try version() } catch LibraryError.busy {}
    }
}
