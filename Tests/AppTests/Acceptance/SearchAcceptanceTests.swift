import Foundation
import TestServer
import Testing

@Suite("Story: I find music")
struct SearchAcceptanceTests {
    @Test("Given a part of a name in any script, when I list it, then I see its songs")
    func findsParts() async throws {
        let expected: [(String, [String])] = [
            ("bowie", ["Changes"]), ("BJORK", ["Hyperballad"]), ("버오케", ["We Wish You A Merry Christmas"]),
            ("오케", ["We Wish You A Merry Christmas"]), ("black probl", ["99 Problems"]), ("no-such", []),
        ]
        try await SharedLibrary.story.withCopy { program in
            for (words, titles) in expected {
                let found = try await program.column("title", "list " + words)
                #expect(found == titles, "\(words)")
            }
        }
    }

    @Test("Given phrases, keys and excluded words, when I list, then the best is first")
    func findsByKeys() async throws {
        let expected: [([String], [String])] = [
            (["artist:ed sheeran"], ["Beautiful People", "Perfect", "Take Me Back to London", "Thinking Out Loud"]),
            (["sheeran"], ["Perfect", "Beautiful People", "Thinking Out Loud", "Take Me Back to London"]),
            (["artist:\"ed sheeran\" year:2019 -is:explicit"], ["Beautiful People"]),
            (["sheeran -perfect year:..2017"], ["Thinking Out Loud"]),
            (["\"out loud\""], ["Thinking Out Loud"]), (["\"loud out\""], []),
            (["duration:4:00..", "--sort", "title"], ["Perfect", "Thinking Out Loud"]),
            (["mendes"], ["Stitches"]), (["album:no6"], ["Beautiful People", "Take Me Back to London"]),
            (["silence"], ["Silence"]), (["--artist", "mendes"], ["Stitches"]),
        ]
        try await SharedLibrary.band.withCopy { program in
            for (words, titles) in expected {
                let found = try await program.run(words: ["list", "--plain", "--fields", "title"] + words)
                #expect(found.lines == titles, "\(words): \(found.errors)")
            }
        }
    }

    @Test("Given a sort order, then rows are in it, and --reverse reverses it")
    func sortsAndReverses() async throws {
        let expected: [(String, [String])] = [
            ("--sort popular", ["Changes", "99 Problems", "Hyperballad", "9 to 5", "We Wish You A Merry Christmas"]),
            (
                "--sort popular --reverse",
                ["Hyperballad", "99 Problems", "Changes", "We Wish You A Merry Christmas", "9 to 5"]
            ),
            ("--sort newest --limit 2", ["Hyperballad", "Changes"]),
            ("--sort artist --limit 2 --offset 1", ["Changes", "9 to 5"]),
            ("--artist bjork", ["Hyperballad"]), ("--source radio --limit 1", ["9 to 5"]),
        ]
        try await SharedLibrary.story.withCopy { program in
            for (options, titles) in expected {
                let found = try await program.column("title", "list " + options)
                #expect(found == titles, "\(options)")
            }
        }
    }

    @Test("Given --json, then every key is printed, and null without a value")
    func printsEveryKeyAsJSON() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, server in
            let row = try #require(try await program.rows("list Changes").first)
            #expect(row["title"] as? String == "Changes")
            #expect(row["artist"] as? String == "David Bowie")
            #expect(row["duration"] as? Int == 217)
            #expect(row["artwork"] as? String == server.url("/c/1.jpg"))
            #expect(row["explicit"] as? String == "clean")
            #expect(row["bookmarked"] as? Bool == false)
            #expect(row["released"] as? String == "1971-12-17")
            #expect(row["source"] as? String == "radio" && row["sources"] as? [String] == ["radio"])
            let bare = try #require(try await program.rows("list Merry").first)
            #expect(bare.count == 18)
            #expect(["artwork", "audio", "popularity", "released", "rating"].allSatisfy { bare[$0] is NSNull })
        }
    }

    @Test("Given --fields, then just these keys are printed, in this order")
    func printsNamedFields() async throws {
        try await SharedLibrary.story.withCopy { program in
            let json = try await program.run("list Hyperballad --json --fields duration,title")
            #expect(json.output == "[\n{\"duration\":321,\"title\":\"Hyperballad\"}\n]\n")
            let unknown = try await program.run("list --json --fields titel")
            #expect(unknown.code == 64)
            #expect(unknown.errors.contains("No field is named “titel”. Choose from: id, title"))
        }
    }

    @Test("Given a short id, when I show it, then I see everything about the song")
    func showsSongByShortID() async throws {
        try await SharedLibrary.story.withCopy { program in
            let id = try #require(try await program.column("id", "list Changes").first)
            let shown = try await program.run("show \(id.prefix(10))")
            #expect(shown.lines.contains("title       Changes"))
            #expect(shown.lines.contains("released    12/17/1971"))
            #expect(try await program.rows("show \(id.prefix(10))").count == 1)
            let fields = try await program.run("show \(id) --fields title,duration").output.split { $0.isWhitespace }
            #expect(fields == ["Title", "Time", "Changes", "3:37"])
        }
    }

    @Test("Given an unknown or ambiguous id, then it is refused with its candidates")
    func refusesUnknownAndAmbiguousIDs() async throws {
        try await SharedLibrary.story.withCopy { program in
            #expect(try await program.run("show zzz").code == 66)
            let ids = try await program.column("id", "list")
            let groups = Dictionary(grouping: ids, by: { $0.prefix(1) }).values
            let candidates = try #require(groups.first { $0.count > 1 })
            let refused = try await program.run("show \(candidates[0].prefix(1))")
            #expect(refused.code == 64)
            #expect(candidates.allSatisfy(refused.errors.contains))
        }
    }
}
