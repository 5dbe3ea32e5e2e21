import Foundation
import TestServer
import Testing

@Suite("Promise: a geocoder that fails loses no to-do")
struct GeocoderFaultTests {
    @Test(
        "Given a geocoder that is slow, down or answers something else, then the to-do is kept, and I am told why",
        arguments: [
            ("<html>Sign in to this network</html>", "web page"), ("[{\"lat\":", "is not JSON"),
            ("[{\"lat\":\"NaN\",\"lon\":\"999\",\"display_name\":\"x\"}]", "no place with a coordinate"),
        ])
    func answers(body: String, reason: String) async throws {
        try await asked { server in
            server.answer("/search", .json(body))
        } told: {
            $0.contains(reason)
        }
    }

    @Test("Given a geocoder that does not answer in time, then the to-do is kept, and I am told so")
    func slow() async throws {
        try await asked { server in
            server.answer("/search", .stalled(after: "["))
        } told: {
            $0.contains("did not answer within")
        }
    }

    @Test("Given a geocoder that has gone, then the to-do is kept, and I am told so")
    func down() async throws {
        try await asked { server in
            await server.stop()
        } told: {
            $0.contains("nothing listens there")
        }
    }

    @Test("Given a geocoder’s address that is none, then I am told which setting that is")
    func badAddress() async throws {
        var program = try Program()
        program.environment["FERMATA_GEOCODER_URL"] = "ftp://example.org"
        let outcome = try await program.run("todo")
        #expect(outcome.code == 64 && outcome.errors.contains("geocoder.url"))
        try program.remove()
    }

    private func asked(
        _ prepare: (CatalogueServer) async -> Void, told: (String) -> Bool
    ) async throws {
        try await withCatalogueServer { server in
            await prepare(server)
            var program = try Program()
            program.environment["FERMATA_GEOCODER_URL"] = server.url("")
            program.environment["FERMATA_GEOCODER_TIMEOUT"] = "0.5"
            let outcome = try await program.run(words: ["todo", "add", "Gig", "--address", "300 Olympic-ro"])
            #expect(outcome.code == 0 && outcome.errors.contains("Kept without a coordinate"), "\(outcome.errors)")
            #expect(told(outcome.errors), "\(outcome.errors)")
            #expect(try await program.column("title,place,latitude", "todo") == ["Gig\t300 Olympic-ro\t"])
            try program.remove()
        }
    }
}
