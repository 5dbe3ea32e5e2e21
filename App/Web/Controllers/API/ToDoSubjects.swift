import FermataDomain
import FermataPresentation
import HTTPTypes

/// Finds the music or the artist that a to-do is about.
struct ToDoSubjects {
    static let members = ["music", "artist"]
    let music: MusicListDataSource
    let artists: ArtistDataSource

    /// Throws `Problem` if the body names both, and `LibraryError` for unknown and ambiguous ones.
    func subject(of body: JSONBody) async throws -> ToDoSubject? {
        switch (body["music"], body["artist"]) {
        case (_?, _?): throw Problem(.badRequest, "Choose one of “music” and “artist”.", field: "artist")
        case (let id?, nil): .music(try await music.find(id).id)
        case (nil, let name?): .artist(try await artists.find(name).name)
        case (nil, nil): nil
        }
    }

    /// Returns nil if the body names neither, and `.some(nil)` if it clears the subject.
    func change(in body: JSONBody) async throws -> ToDoSubject?? {
        Self.members.contains { body.names.contains($0) } ? .some(try await subject(of: body)) : nil
    }
}
