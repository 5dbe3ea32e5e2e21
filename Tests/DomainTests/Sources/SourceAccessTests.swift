import FermataDomain
import Testing

@Suite("Permission to set the addresses of sources")
struct SourceAccessTests {
    @Test(
        "an address shows its kind",
        arguments: [
            ("http://a.example", "http"), ("HTTPS://a.example/x", "http"), ("/music", "folder"), ("~/Music", "folder"),
            (".", "folder"), ("../Music", "folder"), ("Music", nil), ("ftp://a", nil), ("", nil),
        ] as [(String, String?)])
    func findsKind(address: String, kind: String?) {
        #expect(Source.kind(ofAddress: address) == kind)
        #expect(Source.kind(ofAddress: address, signsIn: true) == (kind == "http" ? "subsonic" : kind))
    }

    @Test("the person at the computer adds and moves sources of every kind", arguments: ["http", "folder", "x"])
    func allowsEveryKind(kind: String) throws {
        try SourceAccess.everyKind.checkAddition(ofKind: kind)
        try SourceAccess.everyKind.check(.init(address: "/"), ofKind: kind)
    }

    @Test("a web client adds and moves only sources that are read over the network")
    func allowsNetworkKinds() throws {
        let access = SourceAccess.networkKinds
        for kind in ["http", "subsonic"] { try access.checkAddition(ofKind: kind) }
        try access.check(.init(name: "a", address: "http://a", playlists: .removed), ofKind: "http")
        for kind in ["folder", "x"] {
            #expect(throws: SourceAccessError.localKind(kind)) { try access.checkAddition(ofKind: kind) }
            #expect(throws: SourceAccessError.localKind(kind)) {
                try access.check(.init(address: "/"), ofKind: kind)
            }
            #expect(throws: SourceAccessError.localKind(kind)) {
                try access.check(.init(playlists: .address("/")), ofKind: kind)
            }
        }
    }

    @Test("a client of the web server cannot have a stored secret sent to another address")
    func requiresSecretForAddress() throws {
        let access = SourceAccess.networkKinds
        #expect(throws: SourceAccessError.secretRequired) {
            try access.check(.init(address: "http://evil.example"), ofKind: "subsonic")
        }
        let credentials = SourceCredentials(.password("new"))
        try access.check(.init(address: "http://b.example", credentials: credentials), ofKind: "subsonic")
        try SourceAccess.everyKind.check(.init(address: "http://b.example"), ofKind: "subsonic")
    }

    @Test("a client of the web server renames every source")
    func allowsRenaming() throws {
        try SourceAccess.networkKinds.check(.init(name: "Music"), ofKind: "folder")
    }
}
