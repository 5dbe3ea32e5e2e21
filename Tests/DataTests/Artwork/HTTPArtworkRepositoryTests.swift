import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("HTTP artwork repository")
struct HTTPArtworkRepositoryTests {
    @Test(
        "detects the format by the first bytes, not by the content type",
        arguments: [
            (SamplePicture.png, ArtworkImage.Format.png), (SamplePicture.jpeg, .jpeg), (SamplePicture.gif, .gif),
            (SamplePicture.webp, .webp),
        ])
    func detectsFormat(bytes: Data, format: ArtworkImage.Format) async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .document(bytes, type: "text/plain"))
            let artwork = fetcher.artwork(source: server.url("/"))
            let picture = try await artwork.picture(of: song(picture: server.url("/a")))
            #expect(picture == ArtworkImage(format: format, bytes: bytes))
        }
    }

    @Test("sends no request for a song without a picture")
    func sendsNothingWithoutAddress() async throws {
        try await withServer { server, fetcher in
            let picture = try await fetcher.artwork(source: server.url("/")).picture(of: song(picture: nil))
            #expect(picture == nil)
            #expect(server.requests.isEmpty)
        }
    }

    @Test("rejects pages, SVG drawings and empty content")
    func rejectsOtherContent() async throws {
        try await withServer { server, fetcher in
            for text in ["<!DOCTYPE html>", "<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>", ""] {
                server.answer("/a", .document(Data(text.utf8), type: "image/png"))
                let failure = await fetcher.pictureFailure(server.url("/a"), source: server.url("/"))
                #expect(failure?.kind == .badData)
                #expect(failure?.reason == "is no picture: neither JPEG, PNG, WebP nor GIF")
            }
        }
    }

    @Test(
        "refuses an invalid address before any request", arguments: ["file:///etc/passwd", "", "x"])
    func refusesInvalidAddresses(address: String) async throws {
        try await withServer { _, fetcher in
            let failure = await fetcher.pictureFailure(address)
            #expect(failure?.reason == "its picture has no address of the web")
        }
    }

    @Test("reports a status without a picture")
    func reportsStatus() async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .status(404))
            let failure = await fetcher.pictureFailure(server.url("/a"), source: server.url("/"))
            #expect(failure?.kind == .refused && failure?.reason == "answers 404 Not Found")
        }
    }

    @Test("rejects pictures above the limit, and times out at the deadline")
    func appliesLimits() async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .document(SamplePicture.png + Data(repeating: 0, count: 1_000), type: "image/png"))
            let long = await fetcher.pictureFailure(server.url("/a"), source: server.url("/"))
            #expect(long?.kind == .badData)
            server.answer("/b", .silent)
            let late = await fetcher.pictureFailure(
                server.url("/b"), source: server.url("/"), deadline: .milliseconds(100))
            #expect(late?.kind == .unreachable && late?.reason == "did not come in time")
        }
    }
}
