import FermataApp
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Story: accounts of several ages use one server", .timeLimit(.minutes(3)))
struct SubsonicAccountTests {
    @Test("Given a young listener, then no route shows what is hidden")
    func hidesFromYoung() async throws {
        try await SubsonicApp.run(.band) { adult in
            let program = adult.served.program
            try await program.addAccount("kid", password: "toys", options: "--age 12")
            let kid = adult.with("u=kid&p=toys")
            let album = try #require(try await adult.list("searchResult3", "album", "search3", "query=revival").first)
            let song = try #require(try await adult.list("searchResult3", "song", "search3", "query=river").first)
            let hidden = ["River", "Revival", "Eminem", "Take Me Back to London"]
            let own = MusicID(source: "Library", key: "\(song["id"] ?? "")").description
            let ids = [own, "\(song["id"] ?? "")", "\(album["id"] ?? "")", "\(song["artistId"] ?? "")"]
            _ = try await adult.get("star", "id=\(ids[1])&id=\(ids[2])&id=\(ids[3])")
            _ = try await adult.get("scrobble", "id=\(ids[1])&submission=false")
            let queries =
                [
                    "", "query=", "type=alphabeticalByName&size=500", "type=starred", "type=byGenre&genre=x",
                    "action=get",
                ]
                + ids.map { "id=\($0)" }
            for route in SubsonicRoutes.names {
                _ = try await adult.get("savePlayQueue", "id=\(ids[1])&current=\(ids[1])&position=5000")
                for query in queries {
                    let text = try await kid.response(route, query).text
                    for name in hidden { #expect(!text.contains(name), "\(route)?\(query)") }
                    guard let id = ids.first(where: { query == "id=\($0)" }) else { continue }
                    // An unknown id is echoed, and says nothing; a list that does not use it may be a success.
                    let unknown = query.replacing(id, with: id.hasPrefix("ar-") ? "ar-bm9ib2R5" : unknownID(like: id))
                    let other = try await kid.response(route, unknown)
                    #expect(
                        text.contains("\"failed\"") == other.text.contains("\"failed\""), "\(route)?\(query)")
                }
            }
            #expect(try await kid.list("searchResult3", "song", "search3", "query=").count == 6)
            #expect(try await adult.list("searchResult3", "song", "search3", "query=").count == 8)
        }
    }

    @Test("Given a queue with hidden music, then a young listener controls only what is shown")
    func controlsShownQueue() async throws {
        try await SubsonicApp.run(.band, options: "--age 12") { kid in
            let program = kid.served.program
            let all = try await program.column("id", "list")
            let shown = try await kid.list("searchResult3", "song", "search3", "query=").texts("id")
            let hidden = try #require(all.first { !shown.contains($0) })
            let queue = [hidden, shown[0], hidden, shown[1]].joined(separator: " ")
            let body = #"{"music": "\#(queue)", "position": "4", "elapsed": "5", "repeat": "off"}"#
            #expect(try await kid.served.send("PUT", "/api/player/queue", body: body).status == 200)
            let entries = { try await kid.list("jukeboxPlaylist", "entry", "jukeboxControl", "action=get").texts("id") }
            #expect(try await entries() == [shown[0], shown[1]])
            let status = try await kid.object("jukeboxStatus", "jukeboxControl", "action=status")
            #expect(status["currentIndex"] as? Int == 1 && status["position"] as? Int == 5)
            for action in ["add", "set"] {
                #expect(try await kid.error("jukeboxControl", "action=\(action)&id=\(shown[2])&id=\(hidden)") == 70)
                #expect(try await kid.error("jukeboxControl", "action=\(action)&id=0000000000000001") == 70)
            }
            #expect(try await program.column("id", "player queue") == [hidden, shown[0], hidden, shown[1]])
            _ = try await kid.get("jukeboxControl", "action=remove&index=0")
            #expect(try await kid.error("jukeboxControl", "action=remove&index=1") == 70)
            _ = try await kid.get("jukeboxControl", "action=remove&index=0")
            #expect(try await program.column("id", "player queue") == [hidden, hidden])
            _ = try await kid.get("jukeboxControl", "action=add&id=\(shown[2])")
            _ = try await kid.get("jukeboxControl", "action=set&id=\(shown[1])&id=\(shown[0])")
            #expect(try await entries() == [shown[1], shown[0]])
            let quiet = try await kid.object("jukeboxStatus", "jukeboxControl", "action=setGain&gain=0.25")
            #expect(quiet["gain"] as? Double == 0.25)
            for query in ["", "action=remove", "action=skip", "action=add", "action=setGain"] {
                #expect(try await kid.error("jukeboxControl", query) == 10, "\(query)")
            }
            #expect(try await kid.error("jukeboxControl", "action=remove&index=9") == 70)
            #expect(try await kid.error("jukeboxControl", "action=setGain&gain=2") == 0)
        }
    }

    @Test("Given two accounts, then only the administrator sees the other one and starts syncs")
    func hasAdministrator() async throws {
        try await SubsonicApp.run(.band) { admin in
            try await admin.served.program.addAccount("kid", password: "toys", options: "--age 12")
            let kid = admin.with("u=kid&p=toys")
            #expect(try await admin.list("users", "user", "getUsers").texts("username") == ["anna", "kid"])
            #expect(try await admin.object("user", "getUser", "username=KID")["adminRole"] as? Bool == false)
            #expect(try await kid.object("user", "getUser", "username=Kid")["username"] as? String == "kid")
            #expect(try await kid.error("getUser", "username=anna") == 50)
            for route in ["getUsers", "startScan"] { #expect(try await kid.error(route) == 50) }
            #expect(try await admin.object("scanStatus", "startScan")["scanning"] as? Bool == true)
            #expect(try await admin.object("scanStatus", "getScanStatus")["count"] as? Int == 8)
            #expect(
                try await admin.list("musicFolders", "musicFolder", "getMusicFolders").texts("name") == [
                    "All", "radio",
                ])
            let program = admin.served.program
            #expect(
                try await program.column("name,age,admin,password,keys", "user list") == [
                    "anna\t\ttrue\ttrue\t0", "kid\t12\tfalse\ttrue\t0",
                ])
            #expect(try await program.run("user remove kid --force").code == 0)
            #expect(try await kid.error("ping") == 40)
        }
    }

    @Test("Given accounts, when I change ages and roles, then they hold at once, and one administrator stays")
    func changesAccounts() async throws {
        try await SubsonicApp.run(.band) { anna in
            let program = anna.served.program
            try await program.addAccount("kid", password: "toys", options: "--age 12")
            let kid = anna.with("u=kid&p=toys")
            #expect(try await kid.list("searchResult3", "song", "search3", "query=").count == 6)
            let grown = try await program.run("user change KID --age 19 --admin")
            #expect(grown.code == 0 && grown.errors == "“kid” is an administrator of age 19 now.\n")
            #expect(try await kid.list("searchResult3", "song", "search3", "query=").count == 8)
            #expect(try await kid.error("getUsers") == nil)
            let former = try await program.run("user change anna --no-age --no-admin")
            #expect(former.errors == "“anna” is a listener now.\n")
            #expect(try await anna.error("getUsers") == 50)
            let last = try await program.run("user change kid --no-admin")
            #expect(last.code != 0 && last.errors.contains("“kid” is the only administrator."))
            for options in ["", "--age 12 --no-age"] {
                #expect(try await program.run("user change kid \(options)").code == 64)
            }
            #expect(
                try await program.column("name,age,admin", "user list") == ["anna\t\tfalse", "kid\t19\ttrue"])
        }
    }

    private func unknownID(like id: String) -> String { String(id.dropLast(16)) + "0000000000000001" }
}
