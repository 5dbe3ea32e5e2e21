import Foundation
import TestServer
import Testing

@Suite("Story: I find music")
struct SearchAcceptanceTests {
    @Test(
        "Given any part of a name in any script, when I list it, then I see what holds it",
        arguments: [
            ("bowie", ["Changes"]), ("BJORK", ["Hyperballad"]), ("버오케", ["We Wish You A Merry Christmas"]),
            ("오케", ["We Wish You A Merry Christmas"]), ("black probl", ["99 Problems"]), ("no-such", []),
        ])
    func search(words: String, titles: [String]) async throws {
        try await StoryCatalogue.gathered { program, _ in
            let found = try await program.column("title", "list " + words)
            #expect(found == titles)
        }
    }

    @Test(
        "Given a sort order, when I list, then rows come in it, and turned round by --reverse",
        arguments: [
            ("--sort popular", ["Changes", "99 Problems", "Hyperballad", "9 to 5", "We Wish You A Merry Christmas"]),
            (
                "--sort popular --reverse",
                ["Hyperballad", "99 Problems", "Changes", "We Wish You A Merry Christmas", "9 to 5"]
            ),
            ("--sort newest --limit 2", ["Hyperballad", "Changes"]),
            ("--sort artist --limit 2 --offset 1", ["Changes", "9 to 5"]),
            ("--artist bjork", ["Hyperballad"]), ("--source radio --limit 1", ["9 to 5"]),
        ])
    func order(options: String, titles: [String]) async throws {
        try await StoryCatalogue.gathered { program, _ in
            let found = try await program.column("title", "list " + options)
            #expect(found == titles)
        }
    }

    @Test("Given rows for a program, when I ask for JSON, then every key is there, and null without a value")
    func json() async throws {
        try await StoryCatalogue.gathered { program, server in
            let row = try #require(try await program.rows("list Changes").first)
            #expect(row["title"] as? String == "Changes")
            #expect(row["artist"] as? String == "David Bowie")
            #expect(row["duration"] as? Int == 217)
            #expect(row["artwork"] as? String == server.url("/c/1.jpg"))
            #expect(row["explicit"] as? String == "clean")
            #expect(row["bookmarked"] as? Bool == false)
            #expect(row["released"] as? String == "1971-12-17")
            let bare = try #require(try await program.rows("list Merry").first)
            #expect(bare.count == 14)
            #expect(["artwork", "audio", "popularity", "released"].allSatisfy { bare[$0] is NSNull })
        }
    }

    @Test("Given keys in an order, when I name them, then just these are printed, in it")
    func fields() async throws {
        try await StoryCatalogue.gathered { program, _ in
            let json = try await program.run("list Hyperballad --json --fields duration,title")
            #expect(json.output == "[\n{\"duration\":321,\"title\":\"Hyperballad\"}\n]\n")
            let unknown = try await program.run("list --json --fields titel")
            #expect(unknown.code == 64)
            #expect(unknown.errors.contains("There is no field “titel”. Choose from: id, title"))
        }
    }

    @Test("Given the short form of an id, when I show it, then I see all that is known")
    func show() async throws {
        try await StoryCatalogue.gathered { program, _ in
            let id = try #require(try await program.column("id", "list Changes").first)
            let shown = try await program.run("show \(id.prefix(10))")
            #expect(shown.lines.contains("title       Changes"))
            #expect(shown.lines.contains("released    1971-12-17"))
            #expect(try await program.rows("show \(id.prefix(10))").count == 1)
        }
    }

    @Test("Given an id that is not there, or too short to be one, then it is refused, and the candidates are listed")
    func badID() async throws {
        try await StoryCatalogue.gathered { program, _ in
            #expect(try await program.run("show zzz").code == 66)
            let ids = try await program.column("id", "list")
            let digits = Dictionary(grouping: ids, by: { $0.prefix(1) })
            if let shared = digits.first(where: { $0.value.count > 1 }) {
                let refused = try await program.run("show \(shared.key)")
                #expect(refused.code == 64)
                #expect(shared.value.allSatisfy(refused.errors.contains))
            }
        }
    }
}
