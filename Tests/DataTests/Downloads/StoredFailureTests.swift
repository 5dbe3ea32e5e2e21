import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("The stored cause of a failed download")
struct StoredFailureTests {
    private static let causes: [SourceFailureCause] = [
        .hostNotFound, .connectionRefused, .connectionReset, .connectionFailed, .connectionTimedOut,
        .networkUnreachable, .timedOut(after: nil), .timedOut(after: .milliseconds(1_500)),
        .stalled(for: .seconds(30)), .truncated, .notHTTP, .tls(.notTLS), .tls(.untrustedCertificate), .status(404),
        .redirect(.tooMany(limit: 5)), .redirect(.loop), .redirect(.unsupportedScheme("ftp")),
        .redirect(.invalidAddress), .privateNetwork, .noAudio, .invalidAddress(.notAURL),
        .invalidAddress(.unsupportedScheme("file")), .invalidAddress(.noHost), .invalidAddress(.invalidPort(0)),
        .invalidAddress(.containsCredentials), .content(.empty), .content(.webPage),
        .content(.wrongType("text/plain")), .content(.unsupportedCompression("br")),
        .content(.tooLarge(limit: 9, isUnpacked: false)), .content(.longerThanAnnounced),
        .content(.shorterThanAnnounced), .content(.wrongLength(1, expected: 2)), .content(.wrongDigest),
        .content(.tooLarge(limit: 9, isUnpacked: true)), .content(.compressionRatio(limit: 200)),
        .content(.notJSON(byte: 0x78, at: 4)), .content(.incompleteJSON(after: 3)), .content(.noArray(named: "songs")),
        .redirect(.otherServer("cdn.example")), .folder(.missing), .folder(.unreadable(.permission)),
        .folder(.unreadable(.hardware)), .signIn(.wrongPassword), .server(code: 40, message: "wrong  name "),
        .invalidSource(.playlistsUnsupported(kind: "tape")), .invalidSource(.invalidAddress(.noHost)),
        .invalidSource(.invalidPlaylistAddress(.invalidPort(0))), .other("answers 404 Not Found"), .other(""),
    ]

    @Test("is the same after a restart")
    func survivesRestart() async throws {
        try await DownloadFixture.with { fixture, music in
            for cause in Self.causes {
                _ = try await fixture.downloads().open(music).fail(cause)
                #expect(try await fixture.downloads().states(of: [music.id]) == [music.id: .failed(cause)])
            }
        }
    }

    @Test(
        "lacks pauses, which end soon, and texts of the system",
        arguments: [
            (.status(503, retryAfter: .seconds(5)), .status(503)),
            (.folder(.unreadable(.other("disk image"))), .folder(.unreadable(.unreadable))),
            (.invalidSource(.credentials(path: "/secret", .full)), .other("")),
        ] as [(SourceFailureCause, SourceFailureCause)])
    func dropsDetails(cause: SourceFailureCause, stored: SourceFailureCause) async throws {
        try await DownloadFixture.with { fixture, music in
            _ = try await fixture.downloads().open(music).fail(cause)
            #expect(try await fixture.downloads().states(of: [music.id]) == [music.id: .failed(stored)])
        }
    }

    @Test("of another version is a text", arguments: ["status 404", #"{"later":{}}"#, "{"])
    func readsOtherText(text: String) async throws {
        try await DownloadFixture.with { fixture, music in
            _ = try await fixture.downloads().open(music).fail(.truncated)
            let path = fixture.home.appending(path: "library.sqlite").path
            try change(path, "UPDATE download SET reason = '\(text)'")
            #expect(try await fixture.downloads().states(of: [music.id]) == [music.id: .failed(.other(text))])
        }
    }
}
