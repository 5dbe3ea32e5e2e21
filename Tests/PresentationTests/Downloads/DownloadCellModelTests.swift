import FermataDomain
import FermataPresentation
import Testing

@Suite("A row of a download")
struct DownloadCellModelTests {
    @Test(
        "a row shows title, artist, state and size",
        arguments: [
            (DownloadState.downloaded, "downloaded", "downloaded", false),
            (.waiting, "waiting", "waiting", false), (.notDownloaded, "not downloaded", "not downloaded", false),
            (.downloading(fraction: 0.45), "downloading", "45 %", false),
            (.downloading(fraction: nil), "downloading", "downloading", false),
            (.failed(.status(404)), "failed", "failed: the server returned 404 Not Found", true),
        ])
    func showsTexts(state: DownloadState, word: String, text: String, isProblem: Bool) {
        let row = row(state)
        #expect([row.shortID, row.title, row.artist] == ["1a2b3c4d5e", "Changes", "David Bowie"])
        #expect([row.state, row.stateText, row.sizeText] == [word, text, "3.2 of 7.1 MB"])
        #expect(row.isProblem == isProblem)
        #expect(row.isUnderWay == (word == "downloading"))
    }

    @Test("a running download shows its size and speed")
    func showsProgress() {
        let row = row(.downloading(fraction: 0.45))
        #expect(row.progressText(bytesPerSecond: 1_200_000) == "3.2 of 7.1 MB, 45 %, 1.2 MB a second")
        #expect(row.progressText(bytesPerSecond: nil) == "3.2 of 7.1 MB, 45 %")
        #expect(row.progressText(bytesPerSecond: .nan) == "3.2 of 7.1 MB, 45 %")
        #expect(row.progressText(bytesPerSecond: .infinity) == "3.2 of 7.1 MB, 45 %")
        let unknown = DownloadCellModel(
            Download(music: .changes(), state: .downloading(fraction: nil), received: 3_200_000), for: .user)
        #expect(unknown.progressText(bytesPerSecond: 0) == "3.2 MB, downloading, 0 bytes a second")
    }

    @Test("a row reads as one sentence without unknown values")
    func readsAsSentence() {
        #expect(
            row(.downloading(fraction: 0.45)).accessibilityLabel
                == "Changes by David Bowie, at 45 percent, 3.2 of 7.1 MB")
        let failed = Download(music: .changes(title: "a\nb", artist: ""), state: .failed(.other("not\nfound")))
        #expect(DownloadCellModel(failed, for: .user).accessibilityLabel == "a b, failed: not found")
    }

    @Test("a failed download has its reason in full, others have none")
    func hasFailureText() {
        let failed = Download(music: .changes(), state: .failed(.content(.wrongLength(1, expected: 2))))
        #expect(
            DownloadCellModel(failed, for: .user).failureText
                == "Cannot download Changes by David Bowie: the file has 1 byte instead of 2.")
        #expect(row(.waiting).failureText == nil && row(.downloaded).failureText == nil)
    }

    @Test(
        "a web client sees no words of a server, and no other server's name",
        arguments: [
            (SourceFailureCause.server(code: 30, message: "/srv/music"), "the server reports error 30"),
            (.other("/srv/music"), "the reason is unknown"),
            (.redirect(.otherServer("nas.example")), "the server redirects to another one"),
            (.content(.wrongType("text/srv")), "the response is invalid"),
        ])
    func hidesForeignText(cause: SourceFailureCause, reason: String) {
        let row = DownloadCellModel(Download(music: .changes(), state: .failed(cause)), for: .webClient)
        #expect(row.value(of: .reason) == .text(reason) && row.stateText == "failed: " + reason)
        #expect(row.failureText == "Cannot download Changes by David Bowie: " + reason + ".")
        #expect(row.accessibilityLabel == "Changes by David Bowie, failed: " + reason)
    }

    @Test("a web client sees the name of the file without its folder")
    func hidesFolder() {
        let download = Download(music: .changes(), state: .downloaded, file: "/music/a.mp3")
        #expect(DownloadCellModel(download, for: .webClient).value(of: .file) == .text("a.mp3"))
        #expect(DownloadCellModel(download, for: .user).value(of: .file) == .text("/music/a.mp3"))
    }

    @Test("every key has its value or none")
    func hasValues() {
        let total = Download(
            music: .changes(), state: .downloaded, received: 7, length: 7, file: "/music/a.mp3", digest: "ff")
        let values = DownloadField.allCases.map(DownloadCellModel(total, for: .user).value)
        #expect(
            values == [
                .text("1a2b3c4d5e6f7081"), .text("Changes"), .text("David Bowie"), .text("downloaded"), .number(1),
                .integer(7), .integer(7), .text("/music/a.mp3"), .text("ff"), .none,
            ])
        let failed = Download(music: .changes(artist: ""), state: .failed(.status(404)))
        let row = DownloadCellModel(failed, for: .user)
        #expect(
            row.value(of: .reason) == .text("the server returned 404 Not Found")
                && row.value(of: .received) == .integer(0))
        let none: [DownloadField] = [.artist, .fraction, .length, .file, .digest]
        #expect(none.filter { row.value(of: $0) != .none } == [])
    }

    private func row(_ state: DownloadState) -> DownloadCellModel {
        DownloadCellModel(Download(music: .changes(), state: state, received: 3_200_000, length: 7_100_000), for: .user)
    }
}
