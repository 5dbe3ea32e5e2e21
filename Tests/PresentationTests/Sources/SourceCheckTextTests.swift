import FermataDomain
import FermataPresentation
import Testing

@Suite("The words for the check of a new source")
struct SourceCheckTextTests {
    @Test(
        "says what was found, or why nothing was",
        arguments: [
            (SourceCheck.server(program: "", version: "1"), "Signed in to the server."),
            (.server(program: "gonic", version: ""), "Signed in to the server, which is “gonic”."),
            (.server(program: "navi\ndrome", version: "0.53"), "Signed in to the server, which is “navi drome 0.53”."),
            (.song(title: "Shame", artist: "El\nastica"), "Its first song is “Shame” by “El astica”."),
            (.song(title: "Sh\u{1B}ame", artist: ""), "Its first song is “Shame”."),
            (
                .unreadable(SourceFailure(.connectionTimedOut, address: "https://a.example")),
                "Cannot read https://a.example now: the connection timed out. The source is added all the same; "
                    + "check its address."
            ),
        ])
    func describesCheck(check: SourceCheck, text: String) {
        #expect(SourceCheckText(check).text == text)
    }
}
