import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The rows of downloads")
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

    @Test("each reason is a sentence with the number of its downloads, in order")
    func countsReasons() {
        var failures = DownloadFailuresModel()
        failures.add([row(.failed(.status(500))), row(.failed(.status(404))), row(.waiting), row(.downloaded)])
        failures.add([row(.failed(.status(404)))])
        #expect(
            failures.sentences == [
                "1 download failed: the server returned 500 Internal Server Error.",
                "2 downloads failed: the server returned 404 Not Found.",
            ])
        #expect(failures.count == 3)
    }

    @Test("the table of a command has one word for a failed download")
    func shortensState() throws {
        let column = try #require(DownloadCellModel.commandTable.columns.firstIndex { $0.heading == "State" })
        let states: [DownloadState] = [.failed(.status(404)), .downloading(fraction: 0.5), .waiting]
        let cells = states.map { DownloadCellModel.commandTable.cells[column](row($0)) }
        #expect(cells == ["failed", "50 %", "waiting"].map(TableCell.plain))
    }

    @Test("a list without failed downloads has no reason")
    func hasNoReason() {
        var failures = DownloadFailuresModel()
        failures.add([row(.waiting), row(.downloading(fraction: 0.5)), row(.notDownloaded)])
        #expect(failures.sentences.isEmpty)
    }

    @Test("downloads with an eleventh reason are counted, with a command that shows it", arguments: [10, 11, 12])
    func limitsReasons(count: Int) {
        var failures = DownloadFailuresModel()
        failures.add((0..<count).map { row(.failed(.other("reason \($0)"))) })
        let command = "failed. For the reasons, run: fermata downloads --plain --fields title,reason"
        let others = [10: [], 11: ["1 more download \(command)"], 12: ["2 more downloads \(command)"]]
        #expect(
            failures.sentences == (0..<10).map { "1 download failed: reason \($0)." } + others[count, default: []])
    }

    private let start = Date(timeIntervalSince1970: 0)

    @Test("the speed is shown after half a second, since the first report")
    func showsSpeed() {
        var speed = DownloadSpeed()
        #expect(speed.line(of: row(1_000), at: start) == "Changes by David Bowie: 1.0 of 9.0 kB, 45 %")
        #expect(speed.line(of: row(2_000), at: start + 0.5) == "Changes by David Bowie: 2.0 of 9.0 kB, 45 %")
        let later = speed.line(of: row(5_000), at: start + 2)
        #expect(later == "Changes by David Bowie: 5.0 of 9.0 kB, 45 %, 2.0 kB a second")
    }

    @Test("a new download starts a new measurement; an ended one has no line")
    func restartsMeasurement() {
        var speed = DownloadSpeed()
        _ = speed.line(of: row(1_000), at: start)
        #expect(speed.line(of: row(9_000, .waiting), at: start + 1) == nil)
        #expect(speed.line(of: row(1_000), at: start + 9) == "Changes by David Bowie: 1.0 of 9.0 kB, 45 %")
    }

    private func row(_ received: Int64, _ state: DownloadState = .downloading(fraction: 0.45)) -> DownloadCellModel {
        DownloadCellModel(Download(music: .changes(), state: state, received: received, length: 9_000), for: .user)
    }

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
