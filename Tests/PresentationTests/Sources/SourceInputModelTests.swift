import FermataContracts
import FermataDomain
import FermataPresentation
import Testing

@Suite("The input screen of a source")
struct SourceInputModelTests {
    @Test(
        "says which kind an address shows, or what is wrong with it",
        arguments: [
            ("https://radio.example/songs.json", nil, "A catalogue (JSON) on the web."),
            (" ~/Music", nil, "A folder of audio files on this computer."),
            ("~/songs.CSV", nil, "A catalogue in a file on this computer."),
            ("", "A source needs an address.", "A URL of a catalogue or a music server, or the path of a folder."),
            (
                "Music",
                "The address begins neither with http:// or https://, as a catalogue does, nor with /, ~ or ., as the path of a folder or file does.",
                nil
            ),
        ] as [(String, String?, String?)])
    func readsAddress(address: String, problem: String?, note: String?) {
        var input = SourceInputModel(forms: SampleForms.all)
        input[.address] = address
        #expect(input.problem(of: .address) == problem && input.firstProblem == problem)
        #expect(input.note(on: .address) == note)
    }

    @Test("a new source is changed by any text, and needs no name")
    func acceptsNewSource() {
        var input = SourceInputModel(forms: SampleForms.all)
        #expect(!input.isChanged)
        #expect(input.note(on: .name) == "Without a name, it has that of its host or folder.")
        input[.name] = "home"
        #expect(input.isChanged && input.note(on: .name) == nil && input.problem(of: .name) == nil)
    }

    @Test("the input of a stored source starts with its values, and saves what differs")
    func savesDifferences() {
        var input = SourceInputModel(editing: .stored("radio", address: "https://radio.example/songs.json?key=secret"))
        #expect(input[.address] == "https://radio.example/songs.json" && input[.name] == "radio")
        #expect(!input.isChanged && input.changes == .init() && input.firstProblem == nil)
        input[.name] = " home "
        #expect(input.changes == .init(name: "home"))
        input[.playlists] = "https://radio.example/lists.json"
        #expect(input.changes.playlists == .address("https://radio.example/lists.json"))
        input[.address] = " "
        #expect(input.firstProblem == "A source needs an address." && input.isChanged)
    }

    @Test("playlists that are cleared are removed")
    func removesPlaylists() {
        let source = Source(
            name: "a", kind: "http", address: "http://a", playlists: "http://b", added: sourceTime,
            traits: .playlistAddress)
        var input = SourceInputModel(editing: SourceCellModel(source))
        input[.playlists] = " "
        #expect(input.changes == .init(playlists: .removed))
    }

    @Test("a user or a secret makes a URL a music server; a secret alone is an API key")
    func findsMusicServer() {
        var input = SourceInputModel(forms: SampleForms.all)
        input[.address] = "https://music.example"
        input[.password] = " key "
        #expect(input.note(on: .address) == "A music server (OpenSubsonic).")
        #expect(input.changes.credentials == SourceCredentials(.apiKey(" key ")))
        input[.user] = "ann "
        #expect(input.changes.credentials == SourceCredentials(.password(" key ")) && input.changes.user == "ann")
        #expect("\(input)" == "SourceInputModel(…)" && !String(reflecting: input).contains("key"))
    }

    @Test("a user of a music server is removed only with a new API key")
    func removesUser() {
        var input = SourceInputModel(
            editing: .stored("a", kind: "subsonic", address: "https://ann@music.example"))
        input[.user] = " "
        #expect(input.problem(of: .user) == "A music server without a user needs a new API key.")
        #expect(input.firstProblem == "A music server without a user needs a new API key.")
        input[.password] = "key"
        #expect(input.firstProblem == nil)
        #expect(input.changes == .init(removesUser: true, credentials: SourceCredentials(.apiKey("key"))))
    }

    @Test("has the fields of its kind, and never the stored secret")
    func hasFieldsOfKind() {
        #expect(SourceInputModel(forms: SampleForms.all).fields == SourceInputModel.Field.allCases)
        #expect(SourceInputModel(editing: .stored("a", kind: "folder")).fields == [.address, .name])
        #expect(SourceInputModel(editing: .stored("a")).fields == [.address, .name, .playlists])
        let server = SourceInputModel(editing: .stored("a", kind: "subsonic", address: "https://ann@music.example"))
        #expect(server.fields == [.address, .name, .user, .password])
        #expect(server[.user] == "ann" && server[.password].isEmpty && server.changes == .init())
    }
}
