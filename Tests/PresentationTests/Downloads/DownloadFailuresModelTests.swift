import FermataDomain
import FermataPresentation
import Testing

@Suite("Why downloads failed")
struct DownloadFailuresModelTests {
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

    private func row(_ state: DownloadState) -> DownloadCellModel {
        DownloadCellModel(Download(music: .changes(), state: state), for: .user)
    }
}
