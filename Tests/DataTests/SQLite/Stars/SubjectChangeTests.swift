import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Changes of albums and artists that wait for sources")
struct SubjectChangeTests {
    private let library: StarredLibrary
    private let annotations: SQLiteSubjectAnnotationRepository

    init() async throws {
        library = try await StarredLibrary(["home", "away"])
        annotations = SQLiteSubjectAnnotationRepository(library: library.file, now: { .distantPast })
    }

    @Test("each source gets the last change of a bookmark and a rating, in their order")
    func replacesChanges() async throws {
        let various = AnnotatedSubject.artist("Various")
        for edit in [AnnotationEdit.bookmark(true), .rate(.two), .bookmark(false), .rate(.four)] {
            try await annotations.edit([various], edit)
        }
        #expect(try await annotations.waiting().map(\.source) == ["home", "away"])
        #expect(try await annotations.waiting().map(\.count) == [2, 2])
        for source in ["home", "away"] {
            let changes = try await annotations.changes(of: source, after: 0, limit: 9)
            #expect(changes.map(\.edit) == [.bookmark(false), .rate(.four)])
            #expect(changes.map(\.subject) == [various, various])
            let later = try await annotations.changes(of: source, after: changes[0].number, limit: 9)
            #expect(later == [changes[1]])
            try await annotations.remove(changes[0])
            #expect(try await annotations.changes(of: source, after: 0, limit: 9) == [changes[1]])
        }
        #expect(try await annotations.changes(of: "nowhere", after: 0, limit: 9).isEmpty)
    }

    @Test("a change that was replaced while it was sent waits again with the present value")
    func resendsReplacedChange() async throws {
        let various = AnnotatedSubject.artist("Various")
        for edits in [[AnnotationEdit.bookmark(true), .bookmark(false)], [.rate(.two), .rate(nil)]] {
            try await annotations.edit([various], edits[0])
            let sent = try await waitingAtHome()
            #expect(sent.map(\.edit) == [edits[0]])
            try await annotations.edit([various], edits[1])
            let later = try await waitingAtHome()
            #expect(later.map(\.edit) == [edits[1]])

            // Another program sends the later change first, or both are received before either is removed.
            for isRemoved in [true, false] {
                if isRemoved { try await annotations.remove(later[0]) }
                try await annotations.remove(sent[0])
                let again = try await waitingAtHome()
                #expect(again.map(\.edit) == [edits[1]])
                #expect(again[0].number > later[0].number)
            }
            try await annotations.remove(later[0])
            #expect(try await waitingAtHome().map(\.edit) == [edits[1]], "It waits, as it was not removed.")
            try await removeAll("home")
            try await annotations.remove(later[0])
            #expect(try await waitingAtHome().isEmpty, "The source has the present value.")
        }
    }

    @Test("undoing a change and importing marks queue changes as well")
    func queuesUndoAndImport() async throws {
        try await annotations.edit([.artist("Various")], .bookmark(true))
        try await removeAll("home")
        _ = try await SQLiteUndoRepository(library: library.file, now: { Date() }).undoLast(allowing: .all)
        #expect(try await annotations.changes(of: "home", after: 0, limit: 9).map(\.edit) == [.bookmark(false)])
        try await removeAll("home")
        let imported = ExportedAnnotations(SubjectAnnotations(rating: .one), of: .artist("Various"))
        _ = try await annotations.add([imported], allowing: .all)
        #expect(try await annotations.changes(of: "home", after: 0, limit: 9).map(\.edit) == [.rate(.one)])
    }

    @Test("changes of a removed source are dropped; none wait for an artist without songs")
    func dropsChangesOfRemovedSource() async throws {
        try await annotations.edit([.artist("Various"), .artist("Nobody")], .bookmark(true))
        #expect(try await annotations.waiting().map(\.count) == [1, 1])
        try await library.sources.remove(named: "home", keepingBookmarked: true)
        #expect(try await annotations.waiting().map(\.source) == ["away"])
    }

    @Test("a change of an artist names a song that shows only this artist, if there is one")
    func prefersOwnSongs() async throws {
        let songs = [("a", ["Ann", "Bob"]), ("b", ["Bob"]), ("c", ["Bob"])].map { key, artists in
            RemoteMusic(
                key: key, title: key, artist: artists.joined(separator: " & "), artists: artists,
                duration: .seconds(60), needsKey: true)
        }
        _ = try await library.music.refresh("home", with: songs)
        try await annotations.edit([.artist("Bob"), .artist("Ann")], .bookmark(true))
        let changes = try await annotations.changes(of: "home", after: 0, limit: 9)
        #expect(changes.map(\.key) == ["b", "a"])
    }

    private func waitingAtHome() async throws -> [SubjectChange] {
        try await annotations.changes(of: "home", after: 0, limit: 9)
    }

    private func removeAll(_ source: String) async throws {
        for change in try await annotations.changes(of: source, after: 0, limit: 9) {
            try await annotations.remove(change)
        }
    }
}
