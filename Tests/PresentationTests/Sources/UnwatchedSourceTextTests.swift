import FermataPresentation
import Testing

@Suite("The message about a source that is not watched")
struct UnwatchedSourceTextTests {
    @Test("names the source, the cause and what to do")
    func namesSourceAndRemedy() {
        let text = SourceCellModel.unwatchedText("Music")
        #expect(text.contains("“Music”") && text.contains("fs.inotify.max_user_watches"))
        #expect(text.hasSuffix("or set serve.syncEvery."))
    }
}
