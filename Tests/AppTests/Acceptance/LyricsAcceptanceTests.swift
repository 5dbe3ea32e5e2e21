import Foundation
import Testing

@Suite("Story: I read the lyrics of a song")
struct LyricsAcceptanceTests {
    @Test("Given the FLO document, then I read its 49 lines")
    func readsLyrics() async throws {
        try await SharedLibrary.lyrics.withCopy { program in
            let id = try await program.id("christmas")
            let outcome = try await program.run("lyrics \(id.prefix(10))")
            #expect(outcome.code == 0 && outcome.errors == "")
            #expect(outcome.lines.count == 49)
            #expect(outcome.lines.prefix(4).last == "and a happy new year")
            let timed = try await program.run("lyrics \(id) --timed").lines
            #expect(timed.first == "[00:16.200]we wish you a merry christmas" && timed.count == 49)
        }
    }

    @Test("Given a time, then the line that is sung then is marked")
    func marksLine() async throws {
        let cases: [(String, Int?)] = [
            ("0", nil), ("0:16.199", nil), ("0:16.2", 0), ("18.3", 1), ("0:23.6", 3), ("3:18", 48), ("1:00:00", 48),
        ]
        try await SharedLibrary.lyrics.withCopy { program in
            let id = try await program.id("christmas")
            for (time, line) in cases {
                let lines = try await program.run("lyrics \(id) --at \(time)").lines
                #expect(lines.indices.filter { lines[$0].hasPrefix("▶ ") } == [line].compactMap(\.self), "\(time)")
                #expect(lines.count == 49, "\(time)")
                let rows = try await program.rows("lyrics \(id) --at \(time)")
                #expect(
                    rows.indices.filter { rows[$0]["current"] as? Bool == true } == [line].compactMap(\.self), "\(time)"
                )
            }
        }
    }

    @Test("Given lyrics, then programs get rows of time and text")
    func printsRows() async throws {
        try await SharedLibrary.lyrics.withCopy { program in
            let id = try await program.id("christmas")
            let rows = try await program.rows("lyrics \(id)")
            #expect(rows.count == 49 && Set(rows[0].keys) == ["time", "text"])
            #expect(rows[0]["time"] as? Int == 16_200)
            #expect(Set(try await program.rows("lyrics \(id) --at 1")[0].keys) == ["time", "text", "current"])
            let plain = try await program.run("lyrics \(try await program.id("plain")) --plain")
            #expect(plain.output == "\tfirst\n\t\n\tsecond\n")
            #expect(
                try await program.column("current,text", "lyrics \(id) --at 16.2").first?.hasPrefix("true\t") == true)
            #expect(try await program.run("lyrics \(id) --fields text").lines.count == 50)
        }
    }

    @Test("Given a song without lyrics, then a message says so")
    func saysThatLyricsAreMissing() async throws {
        try await SharedLibrary.lyrics.withCopy { program in
            let id = try await program.id("silence")
            let outcome = try await program.run("lyrics \(id)")
            #expect(outcome.code == 0 && outcome.output == "")
            #expect(outcome.errors == "This song has no lyrics.\n")
            #expect(try await program.run("lyrics \(id) --json").output == "[]\n")
        }
    }

    @Test("Given hostile lyrics, then no control reaches the terminal")
    func neutralizesControls() async throws {
        try await SharedLibrary.lyrics.withCopy { program in
            let id = try await program.id("hostile")
            for options in ["", " --at 1", " --timed", " --plain", " --fields text,time"] {
                let output = try await program.run("lyrics \(id)\(options)").output
                #expect(!output.unicodeScalars.contains { "\u{1B}\u{7}\r\u{202E}".unicodeScalars.contains($0) })
                #expect(output.contains("red") && output.contains("[00:99]"))
                #expect(!output.contains("0;x"))
            }
        }
    }

    @Test("Given an unknown or hidden song, or a bad time, then lyrics are refused")
    func refusesUnknownSongAndBadTime() async throws {
        try await SharedLibrary.lyrics.withCopy { program in
            #expect(try await program.run("lyrics 0000000000000000").code == 66)
            let curse = try await program.id("curse")
            #expect(try await program.run("lyrics \(curse)").output == "a bad word\n")
            let hidden = try await program.run("lyrics \(curse) --age 12")
            #expect(hidden.code == 66 && hidden.output == "")
            #expect(try await program.run("lyrics \(curse) --at x").code == 64)
            #expect(try await program.run("lyrics").code == 64)
            #expect(try await program.run("lyrics \(curse) --json --fields x").code == 64)
        }
    }
}
