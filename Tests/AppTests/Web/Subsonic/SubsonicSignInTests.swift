import Crypto
import Foundation
import Testing
import FermataApp

@Suite("Story: an app signs in to the server", .timeLimit(.minutes(3)))
struct SubsonicSignInTests {
    @Test("Given an account, then an app signs in in each way that the API has")
    func signsIn() async throws {
        try await SubsonicApp.run(.story) { app in
            let key = try await app.served.program.run("user key anna").output.trimmingCharacters(in: .newlines)
            let token = Insecure.MD5.hash(data: Data("secretsalty1".utf8)).map { String(format: "%02x", $0) }.joined()
            for credentials in [
                "u=anna&p=secret", "u=ANNA&p=secret", "u=anna&p=enc:736563726574", "u=anna&t=\(token)&s=salty1",
                "u=anna&t=\(token.uppercased())&s=salty1", "apiKey=\(key)",
            ] {
                let account = try await app.with(credentials).object("tokenInfo", "tokenInfo")
                #expect(account["username"] as? String == "anna", "\(credentials)")
            }
        }
    }

    @Test("Given wrong or incomplete credentials, then the error has the number of the API")
    func refuses() async throws {
        try await SubsonicApp.run(.story) { app in
            let cases = [
                ("u=anna&p=wrong", 40), ("u=ben&p=secret", 40), ("u=anna&p=", 40), ("u=anna&p=enc:73656372657", 40),
                ("u=anna&t=00&s=salt", 40), ("apiKey=wrong", 44), ("u=anna&apiKey=x", 43),
                ("u=anna&p=secret&t=1&s=2", 43),
                ("", 10), ("p=secret", 10), ("u=anna", 10), ("u=anna&t=1", 10), ("u=anna&s=1", 10),
            ]
            for (credentials, code) in cases {
                #expect(try await app.with(credentials).error("ping") == code, "\(credentials)")
            }
            #expect(try await app.error("getNothing") == 0)
            let old = try await app.served.get("/rest/ping?u=anna&p=secret&v=0.9&c=test&f=json")
            #expect(old.text.contains("\"code\":20"))
            let new = try await app.served.get("/rest/ping?u=anna&p=secret&v=2.0&c=test&f=json")
            #expect(new.text.contains("\"code\":30"))
            let unnamed = try await app.served.get("/rest/ping?u=anna&p=secret&v=1.16&f=json")
            #expect(unnamed.text.contains("\"code\":10"))
        }
    }

    @Test("Given no account, then each route refuses but the list of extensions")
    func needsAccount() async throws {
        try await InProcessServer.withBandLibrary { served in
            let app = SubsonicApp(served: served)
            for route in SubsonicRoutes.names where route != "getOpenSubsonicExtensions" {
                #expect(try await app.error(route) == 40, "\(route)")
            }
            let extensions = try await app.with("").get("getOpenSubsonicExtensions")["openSubsonicExtensions"]
            let names = try #require(extensions as? [[String: any Sendable]]).texts("name")
            #expect(names.contains("apiKeyAuthentication") && names.contains("formPost"))
        }
    }

    @Test("Given many wrong passwords, then further attempts are refused, also right ones")
    func limitsAttempts() async throws {
        try await SubsonicApp.run(.story) { app in
            for _ in 0..<20 { #expect(try await app.with("u=anna&p=wrong").error("ping") == 40) }
            let reply = try await app.response("ping")
            #expect(reply.text.contains("Too many attempts have failed"))
        }
    }

    @Test("Given a form, then its parameters count as those of the address do")
    func acceptsForm() async throws {
        try await SubsonicApp.run(.story) { app in
            let response = try await app.served.send(
                "POST", "/rest/getAlbumList2.view?f=json", ["Content-Type": "application/x-www-form-urlencoded"],
                body: "u=anna&p=secret&v=1.16.1&c=t+c&type=alphabeticalByName&size=1")
            #expect(response.text.contains("9 to 5 and Odd Jobs"))
            #expect(response["Access-Control-Allow-Origin"] == "*")
        }
    }

    @Test("Given formats, then the same reply comes as XML, JSON and a call of a function")
    func hasFormats() async throws {
        try await SubsonicApp.run(.story) { app in
            func get(_ query: String) async throws -> WebResponse {
                try await app.served.get("/rest/getGenres.view?u=anna&p=secret&v=1.8&c=test\(query)")
            }
            let xml = try await get("")
            #expect(xml["Content-Type"] == "text/xml; charset=utf-8")
            #expect(xml.text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?><subsonic-response xmlns="))
            #expect(
                xml.text.hasSuffix("<genres></genres></subsonic-response>")
                    || xml.text.hasSuffix("<genres/></subsonic-response>"))
            #expect(try await get("&f=json").text.contains(#""genres":{"genre":[]}"#))
            let call = try await get("&f=jsonp&callback=a.b_1")
            #expect(call.text.hasPrefix("a.b_1({\"subsonic-response\":{") && call.text.hasSuffix("}});"))
            for query in ["&f=jsonp&callback=alert(1)", "&f=yaml", "&f=jsonp"] {
                #expect(try await get(query).text.contains("code="), "\(query)")
            }
        }
    }
}
