import FermataDomain
import FermataPresentation
import Testing

@Suite("A row about what was found in the folder of downloads")
struct DownloadIssueCellModelTests {
    @Test(
        "a row says what was found, and what was done about it",
        arguments: [
            (DownloadIssue.Kind.missing, "missing", "It is gone, and counts as not downloaded."),
            (
                .changed, "changed",
                "It is not what was downloaded: it is kept under another name, and counts as not downloaded."
            ),
            (.unknown, "unknown", "It is whole and was not known, and counts as downloaded."),
            (.abandoned, "abandoned", "It is a part that nobody goes on with, and is removed."),
        ])
    func kinds(kind: DownloadIssue.Kind, word: String, text: String) {
        let row = DownloadIssueCellModel(DownloadIssue(kind, file: "a\nb.mp3", music: MusicID(255 << 32)))
        #expect([row.kind, row.file, row.text] == [word, "a\nb.mp3", text])
        #expect(row.shortID == "000000ff00")
        #expect(row.accessibilityLabel == "a b.mp3: " + text)
        let values = DownloadIssueField.allCases.map(row.value)
        #expect(values == [.text(word), .text("a\nb.mp3"), .text("000000ff00000000")])
    }
}
