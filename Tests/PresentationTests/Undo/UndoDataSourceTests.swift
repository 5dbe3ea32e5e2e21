import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Changes that can be undone")
struct UndoDataSourceTests {
    private static let song = Music(id: MusicID(255), title: "Fame", artist: "David Bowie")
    private static let made = Date(timeIntervalSince1970: 1_700_000_000)
    private static let now = made + 180

    @Test("lists the changes with their age, and undoes the last one")
    func listsAndUndoes() async throws {
        let changes = [Self.change(.bookmark), Self.change(.check, Self.gig, count: 3)]
        let source = Self.source(changes)
        let rows = try await source.changes()
        #expect(rows.map(\.text) == ["Bookmarked “Fame” by David Bowie", "Checked “Gig” and 2 more"])
        #expect(rows.map(\.ageText) == ["3 minutes ago", "3 minutes ago"])
        #expect(try await source.undoLast() == rows[0])
        #expect(try await source.changes() == [rows[1]])
    }

    @Test("throws if there is nothing to undo")
    func throwsWithoutChange() async {
        await #expect(throws: UndoError.nothingToUndo) { try await Self.source([]).undoLast() }
    }

    @Test(
        "names each action",
        arguments: zip(
            UndoableChange.Action.allCases,
            ["bookmarked", "removed the bookmark of", "rated", "added", "checked", "unchecked", "changed", "removed"]))
    func namesActions(_ action: UndoableChange.Action, verb: String) {
        let row = UndoableChangeCellModel(Self.change(action, count: 1_002), now: Self.now)
        #expect(row.undoneText == "Undone: \(verb) “Fame” by David Bowie and 1,001 more.")
        #expect(row.text.dropFirst() == "\(verb) “Fame” by David Bowie and 1,001 more".dropFirst())
        #expect(row.text.first?.isUppercase == true)
        #expect(row.value(of: .action) == .text(action.rawValue))
    }

    @Test(
        "names each action on a playlist",
        arguments: [
            (UndoableChange.Action.createPlaylist, "created"), (.renamePlaylist, "renamed"),
            (.deletePlaylist, "deleted"), (.addToPlaylist, "added 2 songs to"), (.moveInPlaylist, "moved 2 songs in"),
            (.removeFromPlaylist, "removed 2 songs from"),
        ])
    func namesActionsOnPlaylist(_ action: UndoableChange.Action, verb: String) {
        let change = Self.change(action, .playlist(PlaylistID(255), name: "Mix"), count: 2)
        let row = UndoableChangeCellModel(change, now: Self.now)
        #expect(row.undoneText == "Undone: \(verb) the playlist “Mix”.")
        #expect(row.value(of: .id) == .text("00000000000000ff") && row.value(of: .title) == .text("Mix"))
        #expect(row.value(of: .number) == .none && row.value(of: .artist) == .none)
    }

    @Test(
        "names each change of the queue",
        arguments: [
            (UndoableChange.Action.addToQueue, "added 2 songs to the queue"),
            (.moveInQueue, "moved 2 songs in the queue"), (.removeFromQueue, "removed 2 songs from the queue"),
            (.clearQueue, "cleared the queue"), (.replaceQueue, "replaced the queue"),
        ])
    func namesChangesOfQueue(_ action: UndoableChange.Action, text: String) {
        let row = UndoableChangeCellModel(Self.change(action, .queue(change: 7), count: 2), now: Self.now)
        #expect(row.undoneText == "Undone: \(text).")
        #expect(UndoField.allCases.map(row.value).dropFirst(2) == [.integer(2), .none, .none, .none, .none])
    }

    @Test("says why a later change of the queue was not undone")
    func namesErrorOfQueue() {
        let row = UndoableChangeCellModel(Self.change(.bookmark), queueError: .notResponding, now: Self.now)
        #expect(
            row.undoneText == "Undone: bookmarked “Fame” by David Bowie, but not the last change of the queue. "
                + "The player does not respond.")
    }

    @Test("names albums and artists")
    func namesAlbumsAndArtists() {
        let album = AnnotatedSubject.album(AlbumID(255), name: "Low", artist: "David Bowie")
        let ofAlbum = UndoableChangeCellModel(Self.change(.rate, .annotated(album), count: 2), now: Self.now)
        #expect(ofAlbum.text == "Rated the album “Low” by David Bowie and 1 more")
        #expect(
            UndoField.allCases.map(ofAlbum.value).suffix(4) == [
                .text("00000000000000ff"), .none, .text("Low"), .text("David Bowie"),
            ])
        let artist = AnnotatedSubject.artist("Low")
        let ofArtist = UndoableChangeCellModel(Self.change(.bookmark, .annotated(artist)), now: Self.now)
        #expect(ofArtist.undoneText == "Undone: bookmarked the artist “Low”.")
        #expect(UndoField.allCases.map(ofArtist.value).suffix(4) == [.none, .none, .none, .text("Low")])
    }

    @Test("names a song without an artist by its title")
    func namesSongWithoutArtist() {
        let row = UndoableChangeCellModel(
            Self.change(.bookmark, .song(Music(id: MusicID(1), title: "Low"))), now: Self.now)
        #expect(row.text == "Bookmarked “Low”")
    }

    @Test("has the values of a song or of a to-do")
    func hasValues() {
        #expect(UndoField.allCases.map(\.rawValue) == ["made", "action", "count", "id", "number", "title", "artist"])
        let song = UndoableChangeCellModel(Self.change(.unbookmark), now: Self.now)
        #expect(
            UndoField.allCases.map(song.value) == [
                .text("2023-11-14T22:13:20Z"), .text("unbookmark"), .integer(1), .text("00000000000000ff"), .none,
                .text("Fame"), .text("David Bowie"),
            ])
        let toDo = UndoableChangeCellModel(Self.change(.edit, Self.gig, count: 2), now: Self.now)
        #expect(
            UndoField.allCases.map(toDo.value) == [
                .text("2023-11-14T22:13:20Z"), .text("edit"), .integer(2), .none, .integer(7), .text("Gig"), .none,
            ])
    }

    private static let gig = UndoableChange.Subject.toDo(ToDo(number: 7, item: ToDoItem(title: "Gig")))

    private static func change(
        _ action: UndoableChange.Action, _ subject: UndoableChange.Subject = .song(song), count: Int = 1
    ) -> UndoableChange {
        UndoableChange(action, made: made, subject, count: count)
    }

    private static func source(_ changes: [UndoableChange]) -> UndoDataSource {
        let repository = UndoRepositoryStub(changes)
        return UndoDataSource(
            getChanges: GetUndoableChangesUsecase(repository: repository, listener: .anyone),
            undo: UndoUsecase(
                repository: repository,
                player: ControlPlayerUsecase(
                    control: PlayerControlStub(), playback: InMemoryPlaybackRepository(),
                    music: MusicRepositoryStub([]), listener: .anyone),
                listener: .anyone),
            now: { now })
    }
}
