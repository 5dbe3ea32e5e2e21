import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("The kinds of sources of a program")
struct SourceKindsTests {
    private let kinds = SourceKinds([PlainKind(form: SampleForms.all[0]), PlainKind(form: SampleForms.folder)])

    @Test("a prepared source has the traits of its kind")
    func setsTraits() throws {
        let source = try kinds.prepareNew(Source(name: "", kind: "folder", address: "/a", added: .distantPast))
        #expect(source.traits == SampleForms.folder.traits && source.isLocal && source.name == "plain")
        #expect(kinds.folder(of: source) == nil && kinds.changes(of: source) == nil)
        #expect(try kinds.stars(of: source) == nil && kinds.lyrics(of: source) == nil)
    }

    @Test("a source of an unknown kind has no repository")
    func rejectsUnknownKind() async throws {
        let source = Source(name: "a", kind: "tape", address: "a", added: .distantPast)
        let error = SourceError.unknownKind("tape", known: ["folder", "http"])
        #expect(throws: error) { try kinds.prepare(source) }
        #expect(throws: error) { try kinds.music(of: source) }
        #expect(throws: error) { try kinds.playlists(of: source) }
        #expect(try kinds.stars(of: source) == nil && kinds.scrobbles(of: source) == nil)
    }

    @Test("only kinds whose playlists have an address accept one")
    func rejectsPlaylists() throws {
        var source = Source(name: "a", kind: "folder", address: "/a", playlists: "b", added: .distantPast)
        #expect(throws: SourceError.playlistsUnsupported(kind: "folder")) { try kinds.prepare(source) }
        source.kind = "http"
        #expect(try kinds.prepare(source).playlists == "b")
    }

    private struct PlainKind: SourceKind {
        let form: SourceForm
        func suggestedName(for source: Source) -> String? { "plain" }
        func music(of source: Source) throws -> any RemoteMusicRepository { FakeRemoteMusicRepository(music: []) }
    }
}

@Suite("Words of a shell's command line")
struct ShellWordsTests {
    @Test(
        "are read as a shell reads them",
        arguments: [
            ("a  b\tc", ["a", "b", "c"]), ("", []), ("'a b' \"c d\"e", ["a b", "c de"]),
            (#"a\ b "\"\$\x""#, ["a b", #""$\x"#]),
            ("''", [""]), ("'", nil), ("\"a", nil), ("a\\", nil), ("$HOME *", ["$HOME", "*"]),
        ] as [(String, [String]?)])
    func reads(line: String, words: [String]?) {
        #expect(line.shellWords == words)
    }

    @Test("are written so that they are read as the same words")
    func writes() {
        let words = ["prog", "a b", "", "it's", "it'\u{301}s y'\u{301}", "--x", "-", "$y", "é🎵", "\n", "\\"]
        #expect(words.shellLine.shellWords == words)
        #expect(["list", "--name=a b", "-f"].shellLine == "list --'name=a b' -f")
    }
}
