import FermataData
import FermataDomain
import FermataPresentation

/// The names that screens and controllers still use.
typealias Composition = FermataApplication

extension FermataApplication {
    var library: OfflineFirstMusicRepository { syncedMusic }
    var stored: MusicListDataSource { cachedMusic }
    var refreshing: MusicListDataSource { refreshingMusic }
    var artistPage: ArtistTableDataSource { artists }
    var watch: any LibraryChangeObserver { changes }

    /// Opens connections for parallel readers. Throws `LibraryError`.
    ///
    /// If the library cannot be opened that way now, readers share one connection until something changes.
    func openReaders(_ count: Int) throws {
        do {
            try file.open(readers: count)
        } catch LibraryError.busy, LibraryError.cannotWrite {
            return  // the first change opens them, or reports the error
        }
    }
}
