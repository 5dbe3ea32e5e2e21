import Testing
import TestTraits

@Suite("Story: each account has its own pages", .timeLimit(.minutes(3)))
struct AccountPageTests {
    @Test("Given accounts, then pages and the API need a sign-in, and the style of its page does not")
    func needsSignIn() async throws {
        try await SignedInClient.run(.band, accounts: [("anna", "")]) { served in
            let page = try await served.get("/bookmarks")
            #expect(page.status == 401 && page["Cache-Control"] == "no-store")
            #expect(page.text.contains("Sign in with your account.") && !page.text.contains("name=\"token\""))
            #expect(try await served.get("/assets/fermata.css").status == 200)
            for path in ["/api/music", "/api/accounts", "/api/events", "/accounts"] {
                #expect(try await served.get(path, ["Accept": "application/problem+json"]).status == 401, "\(path)")
            }
            #expect(try await served.send("POST", "/api/sync").status == 401)
            let anna = try await served.signIn("Anna", password: "secret of anna")
            for path in ["/", "/bookmarks", "/api/music", "/sources", "/accounts"] {
                #expect(try await anna.get(path).status == 200, "\(path)")
            }
            #expect(try await anna.get("/").text.contains("Signed in as “anna”"))
        }
    }

    @Test("Given wrong names and passwords, then the page says so without a difference, and then blocks")
    func rejectsWrongPasswords() async throws {
        try await SignedInClient.run(.band, accounts: [("anna", "")]) { served in
            let wrong = try await served.sendSignIn("anna", password: "wrong")
            #expect(wrong.status == 401 && wrong["Set-Cookie"] == nil)
            #expect(wrong.text.contains("The name or the password is wrong."))
            #expect(try await served.sendSignIn("ben", password: "wrong").text == wrong.text)
            for _ in 1..<20 { _ = try await served.sendSignIn("anna", password: "wrong") }
            let blocked = try await served.sendSignIn("anna", password: "secret of anna")
            #expect(blocked.status == 401 && blocked.text.contains("Too many attempts"))
        }
    }

    @Test("Given a session, then another password or removal of the account ends it, and sign-out its cookie")
    func endsSessions() async throws {
        try await SignedInClient.run(.band, accounts: [("anna", ""), ("ben", ""), ("cleo", "")]) { served in
            let anna = try await served.signIn("anna")
            let out = try await anna.send("POST", "/sign-out")
            #expect(out.status == 303)
            #expect(out["Set-Cookie"] == "fermata-0=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict")
            let (ben, cleo) = (try await served.signIn("ben"), try await served.signIn("cleo"))
            let other = try await served.signIn("ben")
            let changed = try await ben.send("PATCH", "/api/accounts/ben", body: #"{"password": "new"}"#)
            #expect(changed.status == 200)
            for browser in [ben, other] { #expect(try await browser.get("/api/music").status == 401) }
            let again = SignedInClient(served, cookie: try changed.cookie())
            #expect(try await again.get("/api/music").status == 200)
            #expect(try await anna.send("DELETE", "/api/accounts/cleo").status == 204)
            #expect(try await cleo.get("/api/music").status == 401)
            let forged = SignedInClient(served, cookie: (anna.fields["Cookie"] ?? "") + "x")
            #expect(try await forged.get("/api/music").status == 401)
        }
    }

    @Test("Given two accounts, then each has its own bookmarks, playlists, queue, age and events")
    func separatesAccounts() async throws {
        try await SignedInClient.run(.band, accounts: [("anna", ""), ("kid", "--age 12")]) { served in
            let (anna, kid) = (try await served.signIn("anna"), try await served.signIn("kid"))
            #expect(try await anna.get("/api/music").object()["total"] as? Int == 8)
            #expect(try await kid.get("/api/music").object()["total"] as? Int == 6)
            for (browser, isShown) in [(kid, false), (anna, true)] {
                #expect(try await browser.get("/").text.contains("River") == isShown)
            }
            let id = try await kid.id("sugar")
            #expect(try await kid.send("PUT", "/api/music/\(id)/bookmark").status == 200)
            let body = #"{"name": "Mine", "music": "\#(id)"}"#
            #expect(try await kid.send("POST", "/api/playlists", body: body).status == 201)
            let queue = #"{"music": "\#(id)", "position": "1", "elapsed": "0", "repeat": "off"}"#
            #expect(try await kid.send("PUT", "/api/player/queue", body: queue).status == 200)
            for (browser, isOwn) in [(kid, true), (anna, false)] {
                let bookmarks = try await browser.get("/api/music?bookmarked=true").column("title")
                #expect(bookmarks == (isOwn ? ["Sugar"] : []))
                #expect(try await browser.get("/playlists").text.contains("Mine") == isOwn)
                let queue = try await browser.get("/api/player/queue").column("title")
                #expect(queue == (isOwn ? ["Sugar"] : []))
                // A page of one account is never the response to another.
                #expect(try await browser.get("/bookmarks").text.contains("Sugar") == isOwn)
            }
        }
    }

    @Test("Given an own library, then its person neither sees nor changes sources and other accounts")
    func limitsListeners() async throws {
        try await SignedInClient.run(.band, accounts: [("anna", ""), ("ben", "")]) { served in
            let ben = try await served.signIn("ben")
            #expect(try await !ben.get("/").text.contains("/sources"))
            #expect(try await ben.get("/sources").status == 404)
            for (method, path, body) in [
                ("GET", "/api/sources", nil), ("DELETE", "/api/sources/Library", nil),
                ("POST", "/api/sources", #"{"address": "http://127.0.0.1/"}"#),
            ] {
                #expect(try await ben.send(method, path, body: body).status == 404, "\(method) \(path)")
            }
            #expect(try await ben.send("POST", "/api/sync").status == 202)
            #expect(try await ben.get("/api/accounts").column("name") == ["ben"])
            #expect(try await ben.get("/api/accounts/anna").status == 404)
            for (method, path, body) in [
                ("POST", "/api/accounts", #"{"name": "cleo"}"#), ("DELETE", "/api/accounts/anna", nil),
                ("DELETE", "/api/accounts/ben", nil), ("PATCH", "/api/accounts/anna", #"{"password": "x"}"#),
                ("PATCH", "/api/accounts/ben", #"{"age": "40"}"#),
                ("POST", "/api/accounts/anna/keys", nil), ("DELETE", "/api/accounts/anna/keys", nil),
            ] {
                #expect(try await ben.send(method, path, body: body).status == 403, "\(method) \(path)")
            }
            let page = try await ben.get("/accounts").text
            #expect(page.contains("ben") && !page.contains("anna") && !page.contains("account-form-title"))
            #expect(try await served.signIn("anna").get("/api/accounts").column("name") == ["anna", "ben"])
        }
    }

    @Test("Given an API key, then programs use the account with it until it is removed")
    func acceptsKeys() async throws {
        try await SignedInClient.run(.band, accounts: [("anna", ""), ("kid", "--age 12")]) { served in
            let kid = try await served.signIn("kid")
            let made = try await kid.send("POST", "/api/accounts/kid/keys")
            let key = try #require(try made.object()["key"] as? String)
            let shown = try await kid.send("POST", "/accounts/kid/keys")
            #expect(shown.status == 200 && shown["Cache-Control"] == "no-store")
            let other = try #require(shown.text.firstMatch(of: /<code class="secret">(\w+)<\/code>/)?.output.1)
            for key in [key, String(other)] {
                let response = try await served.get("/api/music", ["Authorization": "Bearer \(key)"])
                #expect(try response.object()["total"] as? Int == 6)
            }
            #expect(try await served.get("/api/music", ["Authorization": "Bearer \(key)x"]).status == 401)
            #expect(try await kid.get("/api/accounts/kid").object()["keys"] as? Int == 2)
            #expect(try await kid.send("DELETE", "/api/accounts/kid/keys").status == 204)
            #expect(try await served.get("/api/music", ["Authorization": "Bearer \(key)"]).status == 401)
        }
    }

    @Test("Given an administrator, then accounts are added, found in any case and removed")
    func managesAccounts() async throws {
        try await SignedInClient.run(.band, accounts: [("anna", "")]) { served in
            let anna = try await served.signIn("anna")
            let body = #"{"name": "Zoé", "password": "z", "age": "12", "admin": "true"}"#
            let added = try await anna.send("POST", "/api/accounts", body: body)
            #expect(added.status == 201 && added["Location"] == "/api/accounts/Zo%C3%A9" && added["Set-Cookie"] == nil)
            let row = try await anna.get("/api/accounts/ZO%C3%89").object()
            #expect(row["name"] as? String == "Zoé" && row["age"] as? Int == 12 && row["admin"] as? Bool == true)
            let page = try await anna.get("/accounts/Zo%C3%A9").text
            #expect(page.contains("administrator") && page.contains("Remove “Zoé” with its password"))
            for (body, status, field) in [
                (#"{"name": "zoé"}"#, 409, "name"), (#"{"name": " "}"#, 422, "name"),
                (#"{"password": "x"}"#, 422, "name"),
                (#"{"name": "x", "age": "151"}"#, 422, "age"), (#"{"name": "x", "age": "old"}"#, 422, "age"),
                (#"{"name": "x", "admin": "yes"}"#, 400, "admin"), (#"{"name": "x", "password": ""}"#, 422, "password"),
            ] {
                let response = try await anna.send("POST", "/api/accounts", body: body)
                #expect(response.status == status, "\(body)")
                #expect(try response.object()["field"] as? String == field, "\(body)")
            }
            for (body, status, field) in [
                (#"{"age": "x"}"#, 422, "age"), (#"{"admin": "no"}"#, 400, "admin"), (#"{"admin": ""}"#, 400, "admin"),
                (#"{"password": ""}"#, 422, "password"), (#"{"age": "1", "name": "x"}"#, 400, "name"),
            ] {
                let response = try await anna.send("PATCH", "/api/accounts/zo%C3%A9", body: body)
                #expect(response.status == status, "\(body)")
                #expect(try response.object()["field"] as? String == field, "\(body)")
            }
            #expect(try await anna.send("PATCH", "/api/accounts/anna", body: #"{"admin": "false"}"#).status == 200)
            #expect(try await anna.get("/api/accounts").column("name") == ["anna"])
            let zoe = try await served.signIn("Zoé", password: "z")
            let last = try await zoe.send("PATCH", "/api/accounts/zo%C3%A9", body: #"{"admin": "false"}"#)
            #expect(last.status == 409)
            let edit = #"{"admin": "true", "age": "", "password": "new"}"#
            #expect(try await zoe.send("PATCH", "/api/accounts/anna", body: edit).status == 200)
            #expect(try await anna.get("/api/accounts").status == 401)
            #expect(try await zoe.get("/api/accounts").column("name") == ["anna", "Zoé"])
            #expect(try await zoe.send("DELETE", "/api/accounts/anna").status == 204)
            #expect(try await zoe.send("DELETE", "/api/accounts/zo%C3%A9").status == 204)
            // A server that had accounts does not become open without them.
            #expect(try await served.get("/api/accounts").status == 401)
            #expect(try await served.get("/").text.contains("This server has no accounts yet."))
        }
    }

    @Test("Given a token and accounts, then either is accepted, and the token manages accounts")
    func acceptsToken() async throws {
        try await SharedLibrary.band.withCopy { program in
            var program = program
            try await program.addAccount("kid", password: "k", options: "--age 12")
            let token = "correct-horse-battery-staple"
            program.environment["FERMATA_SERVE_TOKEN"] = token
            try await InProcessServer.run(program) { served in
                let page = try await served.get("/").text
                #expect(page.contains("name=\"password\"") && page.contains("name=\"token\""))
                let owner = ["Authorization": "Bearer \(token)"]
                #expect(try await served.get("/api/music", owner).object()["total"] as? Int == 8)
                #expect(try await served.get("/api/accounts", owner).column("name") == ["kid"])
                let kid = try await served.signIn("kid", password: "k")
                #expect(try await kid.get("/api/music").object()["total"] as? Int == 6)
            }
        }
    }

    @Test("Given no account, when the first one is added by a page, then its browser stays signed in")
    func signsFirstAccountIn() async throws {
        try await InProcessServer.withBandLibrary { served in
            #expect(try await served.get("/accounts").text.contains("The library has no accounts."))
            let added = try await served.send("POST", "/api/accounts", body: #"{"name": "anna", "password": "a"}"#)
            #expect(added.status == 201)
            #expect(try await served.get("/api/music").status == 401)
            let anna = SignedInClient(served, cookie: try added.cookie())
            #expect(try await anna.get("/api/accounts").column("name") == ["anna"])
        }
    }

    @Test("Given an account, then others may reach the server without a token")
    func listensForOthers() async throws {
        try await SharedLibrary.band.withCopy { program in
            try await program.addAccount("anna", password: "a")
            try await ServerProcess.run(program, ["--host", "0.0.0.0"]) { served in
                #expect(try await served.get("/api/music").status == 401)
                #expect(try await program.run("user remove anna --force").code == 0)
                let closed = try await served.get("/")
                #expect(closed.status == 401 && closed.text.contains("This server has no accounts yet."))
            }
        }
    }

    @Test("Given a damaged own library, when the server starts, then it is repaired at the first request")
    func repairsOwnLibraryAtStart() async throws {
        try await SharedLibrary.band.withCopy { program in
            for name in ["anna", "ben"] { try await program.addAccount(name, password: "secret of \(name)") }
            try await InProcessServer.run(program) { served in
                let ben = try await served.signIn("ben")
                let id = try await ben.id("sugar")
                #expect(try await ben.send("PUT", "/api/music/\(id)/bookmark").status == 200)
            }
            try program.damageAccountLibrary()
            try await InProcessServer.run(program) { served in
                let (anna, ben) = (try await served.signIn("anna"), try await served.signIn("ben"))
                try await waitUntil { try await ben.get("/api/music?bookmarked=true").column("title") == ["Sugar"] }
                #expect(try await anna.get("/api/music").status == 200)
            }
        }
    }

    @Test("Given a person who is no administrator, then the served library is not theirs to manage")
    func limitsServedLibrary() async throws {
        try await SharedLibrary.band.withCopy { program in
            try await program.addAccount("anna", password: "secret of anna")
            try await LibraryFile(path: program.library).execute("UPDATE account SET admin = 0")
            try await InProcessServer.run(program) { served in
                let anna = try await served.signIn("anna")
                #expect(try await anna.get("/api/music").status == 200)
                #expect(try await anna.get("/sources").status == 404)
                #expect(try await anna.get("/api/sources").status == 404)
                #expect(try await anna.send("POST", "/api/sync").status == 404)
                #expect(try await anna.get("/metrics").status == 403)
            }
        }
    }

    @Test("Given a damaged own library, then it is repaired, and the server keeps serving")
    func repairsOwnLibrary() async throws {
        try await SignedInClient.run(.band, accounts: [("anna", ""), ("ben", "")]) { served in
            let ben = try await served.signIn("ben")
            let id = try await ben.id("sugar")
            #expect(try await ben.send("PUT", "/api/music/\(id)/bookmark").status == 200)
            try served.program.damageAccountLibrary()
            try await waitUntil { try await ben.get("/api/music?bookmarked=true").column("title") == ["Sugar"] }
            #expect(try await served.signIn("anna").get("/api/music").status == 200)
        }
    }
}
