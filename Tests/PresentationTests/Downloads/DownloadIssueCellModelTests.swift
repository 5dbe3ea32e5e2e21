import FermataDomain
import FermataPresentation
import Testing

@Suite("A row about a download issue")
struct DownloadIssueCellModelTests {
    @Test(
        "a row describes the issue and its repair",
        arguments: [
            (DownloadIssue.Kind.missing, "missing", "The file is missing. The song is marked as not downloaded."),
            (
                .changed, "changed",
                "The file was changed. It was renamed, and the song is marked as not downloaded."
            ),
            (.unknown, "unknown", "The file is complete but was not recorded. The song is marked as downloaded."),
            (.abandoned, "abandoned", "The file is an abandoned partial download. It was removed."),
        ])
    func describesIssue(kind: DownloadIssue.Kind, word: String, text: String) {
        let row = DownloadIssueCellModel(DownloadIssue(kind, file: "a\nb.mp3", music: MusicID(255 << 32)))
        #expect([row.kind, row.file, row.text] == [word, "a\nb.mp3", text])
        let values = DownloadIssueField.allCases.map(row.value)
        #expect(values == [.text(word), .text("a\nb.mp3"), .text("000000ff00000000")])
    }
}
