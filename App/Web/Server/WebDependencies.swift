import FermataDomain
import FermataPresentation
import Foundation

/// The data sources and use cases of the web server.
///
/// Each controller receives only those that it uses.
package struct WebDependencies: Sendable {
    let version: String
    let music: MusicListDataSource
    let lyrics: LyricsDataSource
    let history: HistoryDataSource
    let suggestions: SearchSuggestionsDataSource
    let artists: ArtistDataSource
    let artwork: GetArtworkUsecase
    let audio: GetAudioUsecase
    let playlists: PlaylistsDataSource
    let downloads: DownloadsDataSource
    let toDos: ToDoListDataSource
    let outlines: any OutlineRepository
    let sources: SourcesDataSource
    let deliveries: DeliveryDataSource
    /// Nil if the settings do not watch folders.
    let watch: WatchSourcesUsecase?
    let changes: any LibraryChangeObserver
    let notice: LibraryNotice
    let weeklyCheck: CheckLibraryWeeklyUsecase
    /// Prints a line for the person who runs the server.
    let note: @Sendable (String) -> Void
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
}
