import FermataDomain
import FermataPresentation
import Testing

@Suite("Downloads in the TUI")
struct TUIDownloadTests {
    @Test("downloads, shows progress in the row, and removes only after a prompt")
    func downloadsAndRemovesAfterPrompt() {
        var session = TUISession()
        session.start()
        session.clearRequested()
        let song = TUISession.song(0, "Changes")
        session.press("d")
        #expect(session.requested == [.download(song.id)])
        for (state, text) in [
            (DownloadState.waiting, "waiting"), (.downloading(fraction: 0.451), "45 %"),
            (.failed(.other("x")), "failed"),
        ] {
            session.send(.downloadChanged(DownloadCellModel(Download(music: song, state: state), for: .user)))
            #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|\(text)")
        }
        #expect(session.statusText == "Cannot download Changes by David Bowie: x. Press d to retry.")
        session.send(
            .downloadChanged(DownloadCellModel(Download(music: song, state: .downloading(fraction: nil)), for: .user)))
        session.press("d")
        #expect(session.statusText == "“Changes” is already downloading.")
        var downloaded = song
        downloaded.isDownloaded = true
        session.send(.downloadChanged(DownloadCellModel(Download(music: downloaded, state: .downloaded), for: .user)))
        session.downloads = [Download(music: downloaded, state: .downloaded, received: 5_000, length: 5_000)]
        session.press("4")
        downloaded.isBookmarked = true
        session.send(.bookmarkSet(MusicCellModel(downloaded)))
        guard case .row(let cells, true) = session.screen.lines[0] else {
            Issue.record("\(session.lines)")
            return
        }
        #expect(cells.first == .marks(MusicMarks(isBookmarked: true, isDownloaded: true, isExplicit: false)))
        session.press("d")
        #expect(session.statusText == "Remove the download of “Changes”? y/n")
        session.press("n", "x", "y")
        #expect(session.requested.filter { $0 == .removeDownload(song.id) }.count == 1)
    }

    @Test("details show the state of a download, and why it failed in full")
    func showsReasonInDetails() {
        var session = TUISession()
        let song = TUISession.song(0, "Changes")
        session.states[song.id] = .failed(.content(.wrongLength(1, expected: 2)))
        session.start()
        session.press("i")
        #expect(session.lines.contains("downloaded  failed: the file has 1 byte instead of 2"))
        for (state, text) in [(DownloadState.downloading(fraction: 0.5), "50 %"), (.downloaded, "yes")] {
            session.send(.downloadChanged(DownloadCellModel(Download(music: song, state: state), for: .user)))
            #expect(session.lines.contains("downloaded  \(text)"))
        }
    }

    @Test("says that a file of a folder needs no download")
    func needsNoDownload() {
        let song = Music(id: MusicID(9), title: "Changes", audioURL: "file:///music/a.mp3", isDownloaded: true)
        var session = TUISession()
        session.downloads = [Download(music: song, state: .downloaded)]
        session.start()
        session.press("4")
        #expect(session.screen.hints?.contains("d download") == false)
        session.press("d")
        #expect(session.statusText == "“Changes” is a file on this computer and needs no download.")
    }

    @Test(
        "shows downloads by another program once the rows are read again",
        arguments: [DownloadState.waiting, .failed(.other("x"))])
    func showsDownloadsOfOtherPrograms(state: DownloadState) {
        var session = TUISession()
        session.start()
        let song = TUISession.song(0, "Changes")
        session.press("d")
        session.send(.downloadChanged(DownloadCellModel(Download(music: song, state: state), for: .user)))
        session.states = [song.id: .downloaded]
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> d|Changes|David Bowie|Hunky Dory|3:37")
        session.press("d")
        #expect(session.statusText == "Remove the download of “Changes”? y/n")
    }

    @Test("keeps a running download's state over rows that were read meanwhile")
    func keepsStateOfRunningDownload() {
        var session = TUISession()
        session.start()
        let song = TUISession.song(0, "Changes")
        session.states = [song.id: .waiting]
        session.send(
            .downloadChanged(DownloadCellModel(Download(music: song, state: .downloading(fraction: 0.45)), for: .user)))
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|45 %")
        session.send(.downloadChanged(DownloadCellModel(Download(music: song, state: .waiting), for: .user)))
        session.states = [song.id: .failed(.other("x"))]
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|failed")
        session.send(
            .downloadChanged(DownloadCellModel(Download(music: song, state: .failed(.other("x"))), for: .user)))
        session.states = [song.id: .downloading(fraction: 0.9)]
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|failed")
    }

    @Test("keeps the state of a download over rows that were requested before it changed")
    func keepsStateOverEarlierRows() throws {
        var session = TUISession()
        let song = TUISession.song(0, "Changes")
        session.states = [song.id: .failed(.other("x"))]
        session.start()
        session.repliesAtOnce = false
        session.send(.libraryChanged)
        let load = try #require(session.loads.last)
        session.send(.downloadChanged(DownloadCellModel(Download(music: song, state: .waiting), for: .user)))
        session.reply(.load(load))
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|waiting")
    }

    @Test("details ignore a state that was requested before the download ended")
    func ignoresEarlierStateInDetails() throws {
        var session = TUISession()
        let song = TUISession.song(0, "Changes")
        session.states = [song.id: .downloading(fraction: 0.9)]
        session.start()
        session.press("i")
        session.repliesAtOnce = false
        session.send(.libraryChanged)
        let load = try #require(session.loads.last)
        session.clearRequested()
        session.send(.downloadChanged(DownloadCellModel(Download(music: song, state: .downloaded), for: .user)))
        #expect(session.loads.map(\.source) == [.musicDetail(song.id)])
        session.reply(.load(load))
        #expect(session.lines.contains("downloaded  yes"))
    }

    @Test("shows the bookmark of a running download")
    func showsBookmarkOfRunningDownload() {
        var session = TUISession()
        var song = TUISession.song(0, "Changes")
        session.downloads = [Download(music: song, state: .waiting)]
        session.start()
        session.press("4")
        let running = Download(music: song, state: .downloading(fraction: 0.5), received: 5_000, length: 10_000)
        session.send(.downloadChanged(DownloadCellModel(running, for: .user)))
        song.isBookmarked = true
        session.send(.bookmarkSet(MusicCellModel(song)))
        #expect(session.lines[0] == "> b|Changes|David Bowie|5.0 of 10 kB|50 %")
    }
}
