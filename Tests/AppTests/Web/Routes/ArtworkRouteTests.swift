import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Artwork comes through the server", .timeLimit(.minutes(3)))
struct ArtworkRouteTests {
    /// A picture of one pixel.
    private static let png =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
        ?? Data()

    @Test("Given artwork, then it is fetched once, and works without the source")
    func cachesArtwork() async throws {
        try await serving(#"{"id":"1","title":"Changes","duration":1,"image":"covers/1.png"}"#) { served, catalogue in
            catalogue.answer("/covers/1.png", .document(Self.png, type: "application/octet-stream"))
            let target = "/api/music/\(try await served.id("Changes"))/artwork"
            // On a busy machine, a placeholder may come first.
            for _ in 1...2 {
                try await waitUntil {
                    let picture = try await served.get(target)
                    #expect(picture.status == 200)
                    return picture["Content-Type"] == "image/png" && picture.body == Self.png
                }
            }
            #expect(catalogue.requests.count { $0.path == "/covers/1.png" } == 1)
            catalogue.answer("/covers/1.png", .status(500))
            let again = try await waitForValue {
                let picture = try await served.get(target)
                return picture.body == Self.png ? picture : nil
            }
            let etag = try #require(again["ETag"])
            try await waitUntil {
                let unchanged = try await served.get(target, ["If-None-Match": etag])
                #expect(unchanged.status == 304 || unchanged["Cache-Control"] == "no-store")
                return unchanged.status == 304
            }
            #expect(catalogue.requests.count { $0.path == "/covers/1.png" } == 1)
        }
    }

    @Test("Given a large picture, then it arrives complete, and HEAD states its length")
    func servesLargeArtwork() async throws {
        let picture = Self.png + Data.varied(count: 1_000_000)
        try await serving(#"{"id":"1","title":"Changes","duration":1,"image":"covers/1.png"}"#) { served, catalogue in
            catalogue.answer("/covers/1.png", .document(picture, type: "image/png"))
            let target = "/api/music/\(try await served.id("Changes"))/artwork"
            // On a busy machine, a placeholder may come first.
            func artwork(_ method: String) async throws -> WebResponse {
                try await waitForValue {
                    let response = try await served.send(method, target)
                    return response["Content-Type"] == "image/png" ? response : nil
                }
            }
            let (complete, head) = (try await artwork("GET"), try await artwork("HEAD"))
            #expect(complete.status == 200 && complete.body == picture)
            #expect(complete["Content-Length"] == "\(picture.count)")
            #expect(head.status == 200 && head.body.isEmpty && head["Content-Length"] == "\(picture.count)")
            let tag = try #require(complete["ETag"])
            #expect(head["ETag"] == tag)
            try await waitUntil { try await served.get(target, ["If-None-Match": tag]).status == 304 }
        }
    }

    @Test("Given a size, then the image is scaled down, and clients store it for an hour")
    func scalesArtwork() async throws {
        let picture = try ArtworkScalerTests.jpeg(width: 1_000, height: 1_000)
        try await serving(#"{"id":"1","title":"Changes","duration":1,"image":"covers/1.jpg"}"#) { served, catalogue in
            catalogue.answer("/covers/1.jpg", .document(picture, type: "image/jpeg"))
            let target = "/api/music/\(try await served.id("Changes"))/artwork"
            let small = try await waitForValue {
                let response = try await served.get(target + "?size=96")
                return response["Content-Type"] == "image/jpeg" ? response : nil
            }
            #expect(small.body.count < 5_000 && small["Cache-Control"] == "private, max-age=3600")
            #expect(small["ETag"] != nil)
            #expect(try await served.get(target).body == picture)
            #expect(try await served.get(target + "?size=97").status == 400)
            let page = try await served.get("/")
            #expect(page.text.contains("src=\"\(target)?size=96\" data-tint="))
        }
    }

    @Test(
        "Given music without usable artwork, then there is a placeholder",
        arguments: [
            "", #","image":"""#, #","image":"covers/page.html""#, #","image":"covers/none.png""#,
            #","image":"file:///etc/passwd""#,
        ])
    func servesPlaceholder(image: String) async throws {
        try await serving(#"{"id":"1","title":"Changes","duration":1\#(image)}"#) { served, catalogue in
            catalogue.answer("/covers/page.html", .html("<script>alert(1)</script>"))
            let picture = try await served.get("/api/music/\(try await served.id("Changes"))/artwork")
            #expect(picture.status == 200 && picture["Content-Type"]?.hasPrefix("image/svg+xml") == true)
            #expect(picture.text.hasPrefix("<svg") && !picture.text.contains("script"))
        }
    }

    @Test("Given artwork in a private network, then it is not requested")
    func rejectsPrivateNetwork() async throws {
        try await withCatalogueServer { victim in
            victim.answer("/admin.png", .document(Self.png, type: "image/png"))
            let address = victim.url("/admin.png", host: "localhost")
            try await serving(#"{"id":"1","title":"Changes","duration":1,"image":"\#(address)"}"#) { served, _ in
                let picture = try await served.get("/api/music/\(try await served.id("Changes"))/artwork")
                #expect(picture["Content-Type"]?.hasPrefix("image/svg+xml") == true)
                #expect(victim.requests.isEmpty)
            }
        }
    }

    /// The placeholder must not be cached, because the artwork may arrive later.
    @Test("Given slow artwork, then a placeholder comes first, and the image next time")
    func doesNotWaitForSlowArtwork() async throws {
        try await serving(#"{"id":"1","title":"Changes","duration":1,"image":"covers/1.png"}"#) { served, catalogue in
            let gate = Gate()
            catalogue.answer("/covers/1.png", .delayed(until: gate, .document(Self.png, type: "image/png")))
            let target = "/api/music/\(try await served.id("Changes"))/artwork"
            let placeholder = try await served.get(target)
            #expect(placeholder["Cache-Control"] == "no-store")
            gate.open()
            try await waitUntil { try await served.get(target).body == Self.png }
            #expect(catalogue.requests.count { $0.path == "/covers/1.png" } == 1)
        }
    }

    private func serving(
        _ song: String, _ body: @escaping @Sendable (InProcessServer, CatalogueServer) async throws -> Void
    ) async throws {
        try await Program.withLibrary(of: .json(song)) { program, catalogue in
            try await InProcessServer.run(program) { try await body($0, catalogue) }
        }
    }
}
