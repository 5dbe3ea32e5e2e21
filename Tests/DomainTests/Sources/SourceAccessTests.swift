import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Permission to set the addresses of sources")
struct SourceAccessTests {
    @Test(
        "an address shows its kind",
        arguments: [
            ("http://a.example", "http"), ("HTTPS://a.example/x", "http"), ("/music", "folder"), ("~/Music", "folder"),
            (".", "folder"), ("../Music", "folder"), ("./Songs.CSV", "file"), ("songs.csv", nil), ("Music", nil),
            ("ftp://a", nil), ("", nil),
        ] as [(String, String?)])
    func findsKind(address: String, kind: String?) {
        #expect(SampleForms.all.form(ofAddress: address)?.kind == kind)
        let signedIn = SampleForms.all.form(ofAddress: address, signsIn: true)?.kind
        #expect(signedIn == (kind == "http" ? "subsonic" : kind))
        #expect(SourceForm.isAddress(address) == (kind != nil))
    }

    @Test("the person at the computer adds, moves and syncs sources of every kind", arguments: SampleForms.all)
    func allowsEveryKind(form: SourceForm) throws {
        try SourceAccess.everyKind.checkAddition(ofKind: form.kind, form)
        try SourceAccess.everyKind.check(.init(address: "/"), of: source(form.kind))
        #expect(SourceAccess.everyKind.allowsSync(of: source(form.kind)))
    }

    @Test("a web client adds and moves only sources that are read over the network")
    func allowsNetworkKinds() throws {
        let access = SourceAccess.networkKinds
        for kind in ["http", "subsonic"] { try access.checkAddition(ofKind: kind, SampleForms.all.form(ofKind: kind)) }
        try access.check(.init(name: "a", address: "http://a", playlists: .removed), of: source("http"))
        #expect(throws: SourceAccessError.localKind("x")) { try access.checkAddition(ofKind: "x", nil) }
        for kind in ["folder", "file", "command"] {
            #expect(throws: SourceAccessError.localKind(kind)) {
                try access.checkAddition(ofKind: kind, SampleForms.all.form(ofKind: kind))
            }
            #expect(throws: SourceAccessError.localKind(kind)) {
                try access.check(.init(address: "/"), of: source(kind))
            }
            #expect(throws: SourceAccessError.localKind(kind)) {
                try access.check(.init(playlists: .address("/")), of: source(kind))
            }
            #expect(access.allowsSync(of: source(kind)) == (kind != "command"))
        }
    }

    @Test("a client of the web server cannot have a stored secret sent to another address")
    func requiresSecretForAddress() throws {
        let access = SourceAccess.networkKinds
        #expect(throws: SourceAccessError.secretRequired) {
            try access.check(.init(address: "http://evil.example"), of: source("subsonic"))
        }
        let credentials = SourceCredentials(.password("new"))
        try access.check(.init(address: "http://b.example", credentials: credentials), of: source("subsonic"))
        try SourceAccess.everyKind.check(.init(address: "http://b.example"), of: source("subsonic"))
    }

    @Test("a client of the web server renames every source")
    func allowsRenaming() throws {
        try SourceAccess.networkKinds.check(.init(name: "Music"), of: source("folder"))
    }

    private func source(_ kind: String) -> Source {
        SampleForms.prepare(Source(name: kind, kind: kind, address: "a", added: .distantPast))
    }
}
