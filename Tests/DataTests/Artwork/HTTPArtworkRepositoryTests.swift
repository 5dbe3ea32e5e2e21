import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("Pictures over HTTP")
struct HTTPArtworkRepositoryTests {
    @Test(
        "the first bytes tell what a picture is, whatever its server calls it",
        arguments: [
            (SamplePicture.png, ArtworkImage.Format.png), (SamplePicture.jpeg, .jpeg), (SamplePicture.gif, .gif),
            (SamplePicture.webp, .webp),
        ])
    func format(bytes: Data, format: ArtworkImage.Format) async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .document(bytes, type: "text/plain"))
            let artwork = fetcher.artwork(source: server.url("/"))
            let picture = try await artwork.picture(of: song(picture: server.url("/a")))
            #expect(picture == ArtworkImage(format: format, bytes: bytes))
        }
    }

    @Test("music without a picture has none, and nothing is asked")
    func none() async throws {
        try await withServer { server, fetcher in
            let picture = try await fetcher.artwork(source: server.url("/")).picture(of: song(picture: nil))
            #expect(picture == nil)
            #expect(server.requests.isEmpty)
        }
    }

    @Test("what is no picture is refused: a page, a drawing that could run, nothing")
    func noPicture() async throws {
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
        "an address that is not of the web is refused before any request", arguments: ["file:///etc/passwd", "", "x"])
    func noAddress(address: String) async throws {
        try await withServer { _, fetcher in
            let failure = await fetcher.pictureFailure(address)
            #expect(failure?.reason == "its picture has no address of the web")
        }
    }

    @Test("an answer without a picture is a failure that says why")
    func status() async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .status(404))
            let failure = await fetcher.pictureFailure(server.url("/a"), source: server.url("/"))
            #expect(failure?.kind == .refused && failure?.reason == "answers 404 Not Found")
        }
    }

    @Test("more than the limit is not read, and an answer that does not come is not waited for")
    func limits() async throws {
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
