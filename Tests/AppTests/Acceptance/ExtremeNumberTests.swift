import FermataContracts
import FermataPresentation
import Foundation
import Testing
import FermataApp

/// No number that a person, client or terminal sends ends the program.
@Suite("Numbers of command lines, requests and terminals", .timeLimit(.minutes(3)))
struct ExtremeNumberTests {
    @Test(
        "Given any number in a command, then it is used or refused",
        arguments: ["9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308", "NaN"])
    func acceptsNumbersOfCommands(number: String) async throws {
        let commands = [
            ["list", "--limit"], ["list", "--offset"], ["list", "love", "--limit", "2", "--offset"], ["list", "--age"],
            ["list", "year:NUMBER"], ["list", "duration:NUMBER..NUMBER"], ["list", "added:NUMBER"],
            ["history", "--offset"], ["playlists", "--limit"], ["downloads", "--offset"],
            ["download", "Sugar", "--jobs"], ["download", "Sugar", "--limit-rate"], ["artist", "Adele", "--related"],
            ["todo", "list", "--limit"], ["todo", "show"], ["todo", "done"], ["todo", "add", "Hear", "--due"],
            ["player", "seek"], ["player", "volume"], ["player", "remove"], ["player", "sleep", "NUMBERm"],
            ["player", "move", "1", "--before"], ["show"], ["serve", "--port"],
        ]
        try await SharedLibrary.band.withCopy { program in
            var program = program
            program.environment["FERMATA_HTTP_ATTEMPTS"] = "1"
            for command in commands {
                var words = command.map { $0.replacing("NUMBER", with: number) }
                if words == command { words.append(number) }
                let outcome = try await program.run(words: words)
                #expect([0, 64, 65, 66, 69].contains(outcome.code), "\(words): \(outcome.errors)")
            }
        }
    }

    @Test("Given any number in a request, then it is used or refused", arguments: ExtremeNumbers.texts)
    func acceptsNumbersOfRequests(number: String) async throws {
        let encoded = number.replacing("+", with: "%2B")
        try await InProcessServer.withBandLibrary { served in
            for path in ["/api/music", "/api/history", "/api/playlists", "/api/to-dos", "/", "/playlists", "/history"] {
                for name in ["offset", "limit", "index", "total"] {
                    let response = try await served.get("\(path)?\(name)=\(encoded)")
                    #expect([200, 400].contains(response.status), "\(path) \(name)")
                }
                let response = try await served.get("\(path)?text=love&offset=\(encoded)&limit=\(encoded)")
                #expect([200, 400].contains(response.status), "\(path)")
            }
            for path in ["/api/to-dos/\(encoded)", "/to-dos/\(encoded)", "/api/music/\(encoded)"] {
                #expect([200, 404, 409].contains(try await served.get(path).status), "\(path)")
            }
            for range in ["bytes=\(number)-", "bytes=-\(number)", "bytes=0-\(number)", "bytes=\(number)-\(number)"] {
                let id = try #require(try await served.get("/api/music").column("id").first)
                let response = try await served.request(
                    "GET", "/api/music/\(id)/audio", ["Host": "localhost", "Range": range], body: nil)
                #expect(response.status < 500 || response.status == 502, "\(range)")
            }
        }
    }

    @Test("Given any number from a terminal, then it is an input or ignored", arguments: ExtremeNumbers.texts)
    func acceptsNumbersOfTerminals(number: String) {
        let sequences = [
            "<0;N;NM", "<N;1;1M", "<64;N;Nm", "?N;N;Nc", "N~", "N;NA", "N;N;NM", "NZ", "[N",
        ]
        for sequence in sequences.map({ $0.replacing("N", with: number) }) {
            var decoder = InputDecoder()
            for case .click(let column, let row) in decoder.decode("\u{1B}[\(sequence)".utf8) {
                #expect(column >= 0 && row >= 0)
            }
        }
    }
}
