import FermataDomain
import FermataPresentation
import Testing

@Suite("The words for the check of a new source")
struct SourceCheckTextTests {
    private static let cases: [(SourceCheck, String)] = [
        (.server(program: "", version: "1"), "Signed in to the server."),
        (.server(program: "gonic", version: ""), "Signed in to the server, which is “gonic”."),
        (.server(program: "navi\ndrome", version: "0.53"), "Signed in to the server, which is “navi drome 0.53”."),
        (.song(title: "Shame", artist: "El\nastica"), "Its first song is “Shame” by “El astica”."),
        (.song(title: "Sh\name", artist: ""), "Its first song is “Sh ame”."),
        (.songs, "The address leads to songs."),
        (
            .rejected(RejectedRecord(position: 1, .missing(field: "title"))),
            "Its first record is invalid: title is missing. The source is added all the same."
        ),
        (.late(.seconds(10)), "No song arrived within 10 seconds. The source is added all the same."),
        (
            .unreadable(SourceFailure(.connectionTimedOut, address: "https://a.example")),
            """
            Cannot read https://a.example: the connection timed out. Check the network and the address, and try again. \
            The source is added all the same.
            """
        ),
        (
            .unreadable(SourceFailure(.tls(.untrustedCertificate), address: "https://a.example")),
            """
            Cannot read https://a.example: the server’s certificate is not trusted. If you know the certificate, trust it \
            with “fermata config set http.caFile FILE”, or for a music server alone with the option --ca-file of “fermata \
            source set”. The source is added all the same.
            """
        ),
        (
            .unreadable(SourceFailure(.content(.webPage), address: "https://a.example")),
            """
            The address https://a.example is a web page (HTML) and neither a catalogue nor a music server. Check that it \
            is the address of the document or server itself, not of a page about it or of a login. The source is added \
            all the same.
            """
        ),
    ]

    @Test("says what was found, or why nothing was", arguments: cases)
    func describesCheck(check: SourceCheck, text: String) {
        #expect(check.text(of: "home") == text)
    }
}
