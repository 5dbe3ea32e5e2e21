import Foundation
import TestServer
import Testing

@Suite(
    "Story: I use Fermata in a terminal",
    .enabled("tmux draws the terminal; Tests/run installs it") { await TerminalScreen.isPossible() },
    .timeLimit(.minutes(2)))
struct TerminalAcceptanceTests {
    private static let titles = [
        "We Wish You A Merry Christmas", "캐롤 모음: 징글벨과 고요한 밤 거룩한 밤 그리고 더 많은 노래", "夜に駆ける", "ｶﾀｶﾅ ＆ ＦＵＬＬ",
        "Family \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466} Song",
        "Flags \u{1F1F0}\u{1F1F7}\u{1F1EF}\u{1F1F5}",
        "Heart \u{2764}\u{FE0F} Beat", "Thumbs \u{1F44D}\u{1F3FD}", "Cafe\u{301} del Mar", "กำลังใจที่รัก",
        "ze\u{200B}ro width", "Z\u{351}\u{36B}\u{342}\u{368}a\u{336}lgo", "عربي", "\\u001b[31mred\\u0007\\u0000",
    ]

    @Test("Given titles in any script, when I list them, then the columns align")
    func alignsColumnsOfAnyScript() async throws {
        try await withSyncedLibrary { program in
            try await TerminalScreen.running(program, "list --sort added") { screen in
                let lines = try await screen.lines(showing: "ended with 0")
                let count = 1 + Self.titles.count
                #expect(lines.count == count + 2)
                #expect(lines[1..<count].allSatisfy { $0.hasSuffix("3:18") }, "\(lines)")
                #expect(try await screen.lastColumns(count: count) == Array(repeating: 100, count: count))
                #expect(lines.contains { $0.contains("␛[31mred␇␀") })
            }
        }
    }

    @Test(
        "Given NO_COLOR or a dumb terminal, then output has no colour",
        arguments: [
            (["TERM": "xterm-256color"], true), (["TERM": "xterm-256color", "NO_COLOR": "1"], false),
            (["TERM": "dumb"], false),
        ])
    func coloursOnlyCapableTerminals(environment: [String: String], areExpected: Bool) async throws {
        try await withSyncedLibrary { program in
            try await TerminalScreen.running(program, "list --limit 3", environment: environment) { screen in
                let lines = try await screen.lines(showing: "ended with 0", withColours: true)
                #expect(lines.contains { $0.contains("\u{1B}[") } == areExpected)
                #expect(lines[0].contains("\u{1B}[1m") == areExpected)
            }
        }
    }

    @Test("Given a slow catalogue, when I sync, then a line counts the records")
    func countsRecordsWhileSyncing() async throws {
        try await withCatalogueServer { server in
            let songs = Data(GeneratedSong.ndjson(count: 4_000).utf8)
            let gate = Gate()
            let program = try Program()
            try await program.run("source add http \(server.url("/songs")) --name radio")
            // Later, because adding a source reads its first song.
            server.answer("/songs", .trickled(songs, until: gate))
            try await TerminalScreen.running(program, "sync") { screen in
                let during = try await screen.lines(showing: "a second")
                #expect(during.count == 1 && during[0].contains(/^radio: [\d,]+ records, [\d,]+ a second$/))
                gate.open()
                let after = try await screen.lines(showing: "ended with 0")
                #expect(!after.contains { $0.contains("a second") })
                #expect(after.contains { $0.contains("4,000 added") })
            }
        }
    }

    @Test("Given several downloads, then each running download has a progress line")
    func showsLinePerDownload() async throws {
        let files = ServedFiles(count: 4) { _ in 500_000 }
        try await withCatalogueServer { server in
            let gate = Gate()
            files.serve(on: server) { .trickled($1, until: gate, type: "audio/mpeg") }
            let program = try Program()
            try await program.addAndSyncSource(server.url("/songs"))
            try await TerminalScreen.running(program, "download --artist band --jobs 2") { screen in
                let during = try await screen.lines(showing: "a second")
                let running = during.filter { $0.contains(" of 500 kB, ") }
                #expect((1...2).contains(running.count), "\(during)")
                #expect(running.allSatisfy { $0.hasPrefix("Song ") && $0.contains(" by Band: ") && $0.contains(" %") })
                gate.open()
                let after = try await screen.lines(showing: "ended with 0")
                #expect(!after.contains { $0.contains(" of 500 kB, ") })
                #expect(after.count { $0.hasSuffix("downloaded") } == 4, "\(after)")
            }
        }
    }

    @Test("Given a long list, then a pager shows it with colours, and leaving it ends the command")
    func pagesLongList() async throws {
        try await withSyncedLibrary { program in
            let size = (columns: 80, lines: 10)
            try await TerminalScreen.running(program, "list --sort added", size: size) { screen in
                let first = try await screen.lines(showing: ":", withColours: true)
                #expect(first[0].contains("\u{1B}[1m") && !first.contains { $0.contains("ended") }, "\(first)")
                try await screen.type("C-c")
                try await screen.type("q")
                let last = try await screen.lines(showing: "ended with 0")
                #expect(!last.contains { $0.contains("rror") }, "\(last)")
            }
            for command in ["list --no-pager", "list --limit 3"] {
                try await TerminalScreen.running(program, command, size: size) { screen in
                    try await screen.lines(showing: "ended with 0")
                }
            }
            let environment = ["PAGER": "cat"]
            try await TerminalScreen.running(program, "list", environment: environment, size: size) { screen in
                try await screen.lines(showing: "ended with 0")
            }
        }
    }

    private func withSyncedLibrary(_ body: (Program) async throws -> Void) async throws {
        let songs = Self.titles.enumerated().map { number, title in
            #"{"id":"\#(number)","singer":"챔버오케스트라","album":"캐롤 모음","title":"\#(title)","duration":198}"#
        }
        try await Program.withLibrary(of: .json(songs.joined(separator: "\n"))) { program, _ in try await body(program)
        }
    }
}
