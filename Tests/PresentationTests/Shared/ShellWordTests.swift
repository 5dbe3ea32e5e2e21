import FermataPresentation
import Testing

@Suite("A word of a command line")
struct ShellWordTests {
    @Test(
        "is in quotes where a shell needs them",
        arguments: [
            ("radio", "radio"), ("a.b-c_d:1", "a.b-c_d:1"), ("사랑", "사랑"), ("my radio", "'my radio'"), ("", "''"),
            ("a'b", "'a'\\''b'"), ("$(x)", "'$(x)'"), ("~a", "'~a'"), ("-a", "'-a'"),
        ])
    func quotesWord(text: String, word: String) {
        #expect(text.shellWord == word)
    }
}
