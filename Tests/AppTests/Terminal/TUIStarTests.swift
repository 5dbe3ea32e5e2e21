import Foundation
import TestServer
import TestTraits
import Testing

@Suite(
    "Story: my music server follows what I bookmark in the TUI",
    .enabled("tmux draws the terminal; Tests/run installs it") { await TerminalScreen.isPossible() },
    .timeLimit(.minutes(3)))
struct TUIStarTests {
    @Test("Given a bookmark in the TUI, then the server's star follows while I browse on")
    func sendsStar() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            try await TerminalScreen.running(program, "browse") { screen in
                try await screen.lines(showing: "1 of 3")
                try await screen.type("b")
                try await waitUntil { server.starred == ["2"] }
                try await screen.type("Down", "b")
                try await waitUntil { Set(server.starred) == ["1", "2"] }
                try await screen.type("b")
                try await waitUntil { server.starred == ["2"] }
                try await waitUntil { try await program.rows("source list").first?["waiting"] as? Int == 0 }
                try await screen.type("q")
                try await screen.lines(showing: "ended with 0")
            }
        }
    }

    @Test("Given a bookmark that waits for its server, when I open the TUI, then it arrives")
    func sendsWaitingStar() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            server.change { $0.answers["star"] = .status(503) }
            let id = try #require(try await program.rows("list").first?["id"] as? String)
            try await program.run("bookmark \(id)")
            #expect(server.starred.isEmpty)
            server.change { $0.answers["star"] = nil }
            try await TerminalScreen.running(program, "browse") { screen in
                try await waitUntil { server.starred.count == 1 }
                try await screen.type("q")
                try await screen.lines(showing: "ended with 0")
            }
        }
    }
}
