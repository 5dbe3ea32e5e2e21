import FermataDomain
import FermataPresentation
import Testing

@Suite("A row about a source's sync")
struct SyncResultCellModelTests {
    @Test("a row shows the counts of changes")
    func showsChanges() {
        #expect(row(SyncSummary()).changesText == "nothing new")
        #expect(row(summary(added: 1_200, rejected: 1)).changesText == "1,200 added, 1 skipped")
        var all = summary(added: 1, rejected: 4)
        (all.merged, all.updated, all.removed) = (5, 2, 3)
        #expect(row(all).changesText == "1 added, 5 merged, 2 updated, 3 removed, 4 skipped")
    }

    @Test("a failed sync shows the changes before it failed, if there are any")
    func showsChangesBeforeFailure() {
        let failure = SourceFailure(.connectionRefused, address: "http://home")
        for (summary, text) in [(SyncSummary(), ""), (summary(added: 3, rejected: 0), "3 added")] {
            let failed = SyncResult(source: "home", summary: summary, result: .failed(failure))
            #expect(SyncResultCellModel(failed).changesText == text)
        }
    }

    @Test("says which songs a failed sync leaves")
    func describesFailedSync() throws {
        let failure = SourceFailure(.truncated, address: "https://a.example")
        for (summary, text) in [
            (summary(added: 1), "The songs before are stored, and none were removed."),
            (SyncSummary(), "Stored music is unchanged."), (nil, "Stored music is unchanged."),
        ] {
            let failed = SyncResult(source: "home", summary: summary, result: .failed(failure))
            #expect(try #require(SyncResultCellModel(failed).problem).text.hasSuffix(text))
        }
    }

    @Test("changes of playlists follow if there are any")
    func showsPlaylistChanges() {
        let music = summary(added: 3, rejected: 1)
        #expect(
            row(music, playlists: summary(added: 449)).changesText == "3 added, 1 skipped; playlists: 449 added")
        #expect(row(music, playlists: SyncSummary()).changesText == "3 added, 1 skipped")
        let lists = row(SyncSummary(), playlists: summary(added: 1, rejected: 2))
        #expect(lists.changesText == "nothing new; playlists: 1 added, 2 skipped")
        #expect(lists.accessibilityLabel == "home radio: refreshed, nothing new; playlists: 1 added, 2 skipped")
    }

    @Test("changes of bookmarks follow, with those that wait for the source")
    func showsBookmarkChanges() {
        var result = SyncResult(source: "home", summary: SyncSummary(), result: .refreshed)
        (result.stars, result.waiting) = (summary(added: 2), 0)
        #expect(SyncResultCellModel(result).changesText == "nothing new; bookmarks: 2 added")
        var removed = SyncSummary()
        removed.removed = 1
        (result.stars, result.waiting) = (removed, 1_200)
        #expect(SyncResultCellModel(result).changesText == "nothing new; bookmarks: 1 removed, 1,200 waiting")
        let values = [SyncResultField.bookmarksAdded, .bookmarksRemoved, .waiting, .starsReason]
            .map(SyncResultCellModel(result).value)
        #expect(values == [.integer(0), .integer(1), .integer(1_200), .none])
    }

    @Test("bookmarks that could not be synced have a problem, and wait")
    func reportsStarsFailure() {
        let row = SyncResultCellModel(
            SyncResult(
                source: "home", summary: SyncSummary(), result: .unchanged,
                starsFailure: SourceFailure(.connectionRefused, address: "http://home"), waiting: 3))
        #expect(row.changesText == "nothing new; bookmarks: not updated, 3 waiting")
        #expect(row.problem?.sentence.hasPrefix("The songs of home are updated, its stars are not.") == true)
        #expect(row.value(of: .starsReason) != .none)
    }

    @Test("every key has its value; keys of playlists have none if none were read")
    func hasValues() {
        var (music, lists) = (summary(added: 1, rejected: 5), summary(added: 6, rejected: 10))
        (music.merged, music.updated, music.unchanged, music.removed) = (11, 2, 3, 4)
        (lists.updated, lists.unchanged, lists.removed) = (7, 8, 9)
        let values = SyncResultField.allCases.map(row(music, playlists: lists).value)
        let expected: [FieldValue] =
            [.text("home\nradio"), .text("refreshed")] + [1, 11, 2, 3, 4, 5].map { .integer($0) } + [.none]
        #expect(values == expected + (6...10).map { .integer($0) } + Array(repeating: .none, count: 5))
        #expect(SyncResultField.allCases.map(row(music).value) == expected + Array(repeating: .none, count: 10))
    }

    @Test("a row without counts has no values and no words for them")
    func hidesCounts() {
        let row = SyncResultCellModel(SyncResult(source: "radio", summary: nil, result: .refreshed))
        #expect(row.changesText.isEmpty && row.accessibilityLabel == "radio: refreshed" && row.notes.isEmpty)
        let values = SyncResultField.allCases.map(row.value)
        #expect(values == [.text("radio"), .text("refreshed")] + Array(repeating: .none, count: 17))
    }

    @Test("a skipped file is named by its path")
    func namesSkippedFile() {
        var music = SyncSummary()
        music.reject(RejectedRecord(position: 3, .file("Low/a\n.mp3", .tagsTooLarge(limit: 32 << 20))))
        #expect(
            row(music).notes == [
                "home radio: skipped a file: “Low/a .mp3” has too many tags, or tags and pictures of more than 32 MiB"
            ])
        for position in 4...25 { music.reject(RejectedRecord(position: position, .file("b.mp3", .notAudio))) }
        #expect(row(music).notes.last == "home radio: skipped 3 more files")
    }

    @Test("an unread part of a server, and a skipped record with a path, have a line each")
    func unreadablePartsHaveLines() {
        var (music, lists) = (SyncSummary(), SyncSummary())
        music.reject(RejectedRecord(position: 5, .part(.album(id: "7", name: "Low\n2"), .content(.empty))))
        music.reject(RejectedRecord(position: 6, .missing(field: "title"), id: "s6", path: "a/b.mp3"))
        lists.reject(RejectedRecord(position: 2, .part(.playlist(id: "p", name: ""), .status(500))))
        #expect(
            row(music, playlists: lists).notes == [
                "home radio: the album “Low 2” cannot be read: the response is empty",
                "home radio: skipped record 6: title is missing (id “s6”, path “a/b.mp3”)",
                "home radio: the playlist “p” cannot be read: the server returned 500 Internal Server Error",
            ])
    }

    @Test("each skipped record has a line, and those that are not known are counted")
    func skippedRecordsHaveLines() {
        var (music, lists) = (SyncSummary(), SyncSummary())
        for position in 1...21 { music.reject(RejectedRecord(position: position, .unreadable)) }
        #expect(row(music).notes.last == "home radio: skipped 1 more record")
        music = SyncSummary()
        for position in 1...22 { music.reject(RejectedRecord(position: position, .missing(field: "ti\ntle"))) }
        lists.reject(RejectedRecord(position: 7, .missing(field: "name")))
        let lines = row(music, playlists: lists).notes
        #expect(lines.count == 22)
        #expect(lines.first == "home radio: skipped record 1: ti tle is missing")
        #expect(
            lines.suffix(2) == [
                "home radio: skipped 2 more records", "home radio: skipped playlist 7: name is missing",
            ])
    }

    @Test("shortened records have a line and are counted")
    func shortenedRecordsHaveLine() {
        var (music, lists) = (SyncSummary(), SyncSummary())
        (music.added, music.shortenedCount, lists.updated, lists.shortenedCount) = (3, 2, 1, 1)
        let row = row(music, playlists: lists)
        #expect(row.changesText == "3 added, 2 shortened; playlists: 1 updated, 1 shortened")
        #expect(
            row.notes == [
                "home radio: shortened the texts of 2 records", "home radio: shortened the texts of 1 playlist",
            ])
    }

    @Test("a failure has its reason")
    func hasReason() {
        let failure = SourceFailure(.status(404), address: "http://a")
        let row = SyncResultCellModel(
            SyncResult(source: "home", summary: SyncSummary(), result: .failed(failure)))
        #expect(row.result == "failed" && row.value(of: .reason) == .text("the server returned 404 Not Found"))
        let unchanged = SyncResult(source: "home", summary: SyncSummary(), result: .unchanged)
        #expect(SyncResultCellModel(unchanged).result == "unchanged")
    }

    @Test("the hint names the source as one word of the command line")
    func hintNamesSource() {
        let failure = SourceFailure(.signIn(.wrongPassword), address: "http://a")
        let songs = SyncResult(source: "home  radio", summary: nil, result: .failed(failure))
        let stars = SyncResult(source: "home  radio", summary: nil, result: .refreshed, starsFailure: failure)
        for result in [songs, stars] {
            let hint = SyncResultCellModel(result).problem?.hint ?? ""
            #expect(hint.hasPrefix("Enter it with “fermata source set 'home  radio' --password”."), "\(hint)")
        }
    }

    @Test("playlists that could not be read are named beside the songs that were")
    func separatesPlaylists() throws {
        let failure = SourceFailure(.status(404), address: "http://a/lists")
        let row = SyncResultCellModel(
            SyncResult(
                source: "home", summary: summary(added: 3), playlists: SyncSummary(), result: .refreshed,
                playlistsFailure: failure))
        #expect(row.result == "refreshed" && row.failure == nil && row.value(of: .reason) == .none)
        #expect(row.changesText == "3 added; playlists: not updated")
        #expect(row.value(of: .playlistsReason) == .text("the server returned 404 Not Found"))
        let problem = try #require(row.problem)
        #expect(problem.kind == .sourceUnavailable)
        #expect(
            problem.text == "The songs of home are updated, its playlists are not. Cannot read http://a/lists: "
                + "the server returned 404 Not Found. Check the address. Stored playlists are unchanged.")
        let hidden = SyncResult(source: "home", summary: nil, result: .unchanged, playlistsFailure: failure)
        #expect(SyncResultCellModel(hidden).accessibilityLabel == "home: unchanged, playlists: not updated")
        #expect(self.row(SyncSummary()).problem == nil)
    }

    private func summary(added: Int, rejected: Int = 0) -> SyncSummary {
        var summary = SyncSummary()
        (summary.added, summary.rejectedCount) = (added, rejected)
        return summary
    }

    private func row(_ summary: SyncSummary, playlists: SyncSummary? = nil) -> SyncResultCellModel {
        SyncResultCellModel(
            SyncResult(source: "home\nradio", summary: summary, playlists: playlists, result: .refreshed))
    }
}

@Suite("The state of a sync")
struct SyncStatusCellModelTests {
    @Test("a running sync shows its progress")
    func showsProgress() {
        #expect(SyncStatusCellModel.started.text == "Updating…" && SyncStatusCellModel.started.isRunning)
        let progress = SyncStatusCellModel(SyncProgressText(SyncProgress(source: "radio", count: 12_000), seconds: 2))
        #expect(progress.text == "radio: 12,000 records, 6,000 a second" && progress.isRunning)
    }

    @Test("an ended sync shows the result of each source and the reason of a failure")
    func showsResults() {
        var summary = SyncSummary()
        summary.added = 3
        let failure = SourceFailure(.content(.wrongType("no\nsongs")), address: "http://a")
        let results = [
            SyncResult(source: "radio", summary: summary, result: .refreshed),
            SyncResult(source: "home", summary: SyncSummary(), result: .failed(failure)),
        ].map(SyncResultCellModel.init)
        let row = SyncStatusCellModel(results)
        #expect(row.text == "radio: refreshed, 3 added; home: failed (the response is invalid)")
        #expect(!row.isRunning)
        #expect(SyncStatusCellModel([]).text == "There is no source yet. Add one on the Sources page.")
    }

    @Test("an ended sync shows why playlists were not updated")
    func showsPlaylistsFailure() {
        let failure = SourceFailure(.status(404), address: "http://a")
        let row = SyncResultCellModel(
            SyncResult(source: "radio", summary: nil, result: .refreshed, playlistsFailure: failure))
        #expect(
            SyncStatusCellModel([row]).text
                == "radio: refreshed, playlists: not updated (the server returned 404 Not Found)")
    }

    @Test("a listener who may not see counts sees how it ended, without them")
    func endsWithoutCounts() {
        let failure = SourceFailure(.truncated, address: "http://a")
        let rows = [
            SyncResult(source: "radio", summary: nil, result: .refreshed),
            SyncResult(source: "home", summary: nil, result: .failed(failure)),
        ].map(SyncResultCellModel.init)
        let reason = "the connection ended before the end of the response"
        #expect(SyncStatusCellModel(rows).text == "radio: refreshed; home: failed (\(reason))")
        let progress = SyncProgressText(SyncProgress(source: "radio", count: nil), seconds: 2)
        #expect(SyncStatusCellModel(progress).text == "radio: updating…")
    }

    @Test("a failure of the library is one line")
    func showsFailure() {
        let row = SyncStatusCellModel(failure: "There is\nno room.")
        #expect(row.text == "Not updated: There is no room." && !row.isRunning)
    }

    @Test("the speed is 0 before any time has passed")
    func showsNoSpeed() {
        let progress = SyncProgress(source: "radio", count: 5)
        #expect(SyncProgressText(progress, seconds: 0).text == "radio: 5 records, 0 a second")
        #expect(SyncProgressText(progress, seconds: 0.5).text == "radio: 5 records, 10 a second")
    }

    @Test("every key has its value")
    func hasValues() {
        #expect(SyncStatusField.allCases.map(\.rawValue) == ["source", "detail", "text", "isRunning"])
        #expect(
            SyncStatusField.allCases.map(SyncStatusCellModel.started.value)
                == [.none, .none, .text("Updating…"), .flag(true)])
        let progress = SyncStatusCellModel(.started("radio"))
        #expect(
            SyncStatusField.allCases.map(progress.value)
                == [.text("radio"), .text("updating…"), .text("radio: updating…"), .flag(true)])
    }
}
