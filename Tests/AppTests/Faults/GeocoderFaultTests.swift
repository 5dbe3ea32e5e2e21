import Foundation
import TestServer
import Testing

@Suite("Promise: a failing geocoder loses no to-do")
struct GeocoderFaultTests {
    @Test(
        "Given a slow or broken geocoder, then the to-do is added, and I see why",
        arguments: [
            ("<html>Sign in to this network</html>", "web page"), ("[{\"lat\":", "response is invalid"),
            ("[{\"lat\":\"NaN\",\"lon\":\"999\",\"display_name\":\"x\"}]", "response is invalid"),
        ])
    func addsToDoDespiteBadResponse(body: String, reason: String) async throws {
        try await expectToDoAdded { server in
            server.answer("/search", .json(body))
        } reports: {
            $0.contains(reason)
        }
    }

    @Test("Given a geocoder that times out, then the to-do is added, and I see that")
    func addsToDoAfterTimeOut() async throws {
        try await expectToDoAdded(timeout: "0.5") { server in
            server.answer("/search", .stalled(after: "["))
        } reports: {
            $0.contains("did not respond within")
        }
    }

    @Test("Given a bad address of a geocoder, then the error names the setting")
    func namesBadGeocoderSetting() async throws {
        var program = try Program()
        program.environment["FERMATA_GEOCODER_URL"] = "ftp://example.org"
        let outcome = try await program.run("todo add Gig")
        #expect(outcome.code == 64 && outcome.errors.contains("geocoder.url"))
    }

    private func expectToDoAdded(
        timeout: String = "60", _ prepare: (CatalogueServer) async -> Void, reports: (String) -> Bool
    ) async throws {
        try await withCatalogueServer { server in
            await prepare(server)
            var program = try Program()
            program.environment["FERMATA_GEOCODER_URL"] = server.url("")
            program.environment["FERMATA_GEOCODER_TIMEOUT"] = timeout
            let outcome = try await program.run(words: ["todo", "add", "Gig", "--address", "300 Olympic-ro"])
            #expect(outcome.code == 0 && outcome.errors.contains("Added without a coordinate"), "\(outcome.errors)")
            #expect(reports(outcome.errors), "\(outcome.errors)")
            #expect(try await program.column("title,place,latitude", "todo") == ["Gig\t300 Olympic-ro\t"])
        }
    }
}
