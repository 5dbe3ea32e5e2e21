import FermataDomain
import FermataPresentation
import HTTPTypes

/// Finds the music or the artist that a new to-do is about.
struct ToDoSubjects {
    static let members = ["music", "artist"]
    let music: MusicListDataSource
    let artists: ArtistTableDataSource

    /// Throws `Problem` if the body names both, and `LibraryError` for unknown and ambiguous ones.
    func subject(of body: JSONBody) async throws -> ToDoSubject? {
        switch (body["music"], body["artist"]) {
        case (_?, _?): throw Problem(.badRequest, "Choose one of “music” and “artist”.", field: "artist")
        case (let id?, nil): .music(try await music.find(id).id)
        case (nil, let name?): .artist(try await artists.find(name).name)
        case (nil, nil): nil
        }
    }
}
