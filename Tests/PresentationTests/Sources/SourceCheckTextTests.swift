import FermataDomain
import FermataPresentation
import Testing

@Suite("The words for the check of a new source")
struct SourceCheckTextTests {
    @Test(
        "says what was found, or why nothing was",
        arguments: [
            (SourceCheck.found(program: "", version: "1"), "Signed in to the server."),
            (.found(program: "gonic", version: ""), "Signed in to the server, which is “gonic”."),
            (.found(program: "navi\ndrome", version: "0.53"), "Signed in to the server, which is “navi drome 0.53”."),
            (
                .unreachable(SourceFailure(.connectionTimedOut, address: "https://a.example")),
                "Cannot sign in to https://a.example now: the connection timed out. The source is added all the same; "
                    + "check its address."
            ),
        ])
    func describesCheck(check: SourceCheck, text: String) {
        #expect(SourceCheckText(check).text == text)
    }
}
