import TestServer
import Testing

@Suite("To-dos use the person's language")
struct ToDoLocaleTests {
    @Test(
        "dates use LC_ALL, else LC_TIME, else LANG",
        arguments: [
            (["LC_ALL": "de_DE.UTF-8", "LC_TIME": "ko_KR.UTF-8", "LANG": "en_GB.UTF-8"], "24.12.2026"),
            (["LC_ALL": "", "LC_TIME": "ko_KR.UTF-8", "LANG": "en_GB.UTF-8"], "2026. 12. 24."),
            (["LC_ALL": "", "LC_TIME": "", "LANG": "en_GB@euro"], "24/12/2026"), (["LC_ALL": "C.UTF-8"], "12/24/2026"),
        ])
    func formatsDatesByLocale(environment: [String: String], date: String) async throws {
        var program = try Program()
        program.environment.merge(environment) { $1 }
        #expect(try await program.run(words: ["todo", "add", "Gig", "--due", date]).code == 0)
        #expect(try await program.run("todo").output.contains(date))
        #expect(try await program.column("due", "todo") == ["2026-12-24"])
    }

    @Test("a list shows the time of day in the locale's format")
    func formatsTimesByLocale() async throws {
        var program = try Program()
        try await program.run(words: ["todo", "add", "Gig", "--due", "2026-12-24 19:30"])
        for (locale, text) in [("ko_KR", "2026. 12. 24. 오후 7:30"), ("de_DE", "24.12.2026, 19:30")] {
            program.environment["LC_ALL"] = locale + ".UTF-8"
            #expect(try await program.run("todo").output.contains(text))
        }
    }

    @Test(
        "requests names from the geocoder in that language, once for each language",
        arguments: [("ko_KR.UTF-8", "ko-KR" as String?), ("C.UTF-8", nil)])
    func requestsNamesInLanguage(locale: String, language: String?) async throws {
        try await withCatalogueServer { server in
            server.answer("/search", .json("[]"))
            var program = try Program()
            program.environment["FERMATA_GEOCODER_URL"] = server.url("")
            for locale in ["en_GB.UTF-8", locale] {
                program.environment["LC_ALL"] = locale
                try await program.run(words: ["todo", "add", "Gig in \(locale)", "--address", "Seoul"])
            }
            #expect(server.requests.map { $0.query["accept-language"] } == ["en-GB", language])
        }
    }
}
