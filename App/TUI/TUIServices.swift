import FermataDomain
import FermataPresentation
import Foundation

/// The data sources and use cases that the TUI is built from.
struct TUIServices {
    let music: MusicListDataSource
    let lyrics: LyricsDataSource
    let playlists: PlaylistsDataSource
    let artistPages: ArtistDataSource
    let downloads: DownloadsDataSource
    let toDos: Lazy<ToDoListDataSource>
    let suggestions: SearchSuggestionsDataSource
    let undo: UndoDataSource
    let deliveries: DeliveryDataSource
    let artwork: GetArtworkUsecase
    let sources: SourcesDataSource
    let player: TUIPlayer
    let libraryChanges: any LibraryChangeObserver
    let notice: LibraryNotice
    let notes: Notes
    /// How many downloads run at the same time.
    let downloadJobs: Int
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
}
