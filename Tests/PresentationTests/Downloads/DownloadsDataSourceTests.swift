import FermataContracts
import FermataDomain
import FermataPresentation
import TestTraits
import Testing

@Suite("List of downloads", .deadline)
struct DownloadsDataSourceTests {
    private static let songs = [
        Music(id: MusicID(1), title: "Changes", audioURL: "1.mp3", explicit: .clean),
        Music(id: MusicID(2), title: "Fame", audioURL: "2.mp3", explicit: .explicit),
    ]
    private let downloads = DownloadRepositoryStub(
        songs.map { Download(music: $0, state: .waiting) }, pending: songs.map(\.id))

    @Test("the list has a row for each download of its window")
    func listsWindow() async throws {
        #expect(try await source().list(window: .all).map(\.title) == ["Changes", "Fame"])
        #expect(try await source().list(window: Window(offset: 1, limit: 1)).map(\.title) == ["Fame"])
        #expect(try await source(age: 12).list(window: .all).map(\.title) == ["Changes"])
    }

    @Test("rows of music get the states of their downloads, if there are any")
    func addsStates() async throws {
        let other = Music(id: MusicID(3), title: "Heroes")
        let rows = (Self.songs + [other]).map(MusicCellModel.init)
        #expect(try await source().tracks(rows).map(\.download) == [.waiting, .waiting, .notDownloaded])
        #expect(try await source().tracks([]).isEmpty)
    }

    @Test("a request is queued, except for music hidden from the listener")
    func queuesRequests() async throws {
        try await source(age: 12).request([MusicID(1)])
        await #expect(throws: MusicError.notFound(MusicID(2).description)) {
            try await source(age: 12).request([MusicID(2)])
        }
        #expect(downloads.messages == [.request([MusicID(1)])])
    }

    @Test("emits a row when each download finishes, in whatever order they finish")
    func emitsFinishedDownloads() async throws {
        let rows = try await source().run([MusicID(2), MusicID(1)], jobs: 1).collected()
        #expect(Set(rows.map { "\($0.title) \($0.stateText)" }) == ["Fame downloaded", "Changes downloaded"])
        #expect(rows.count == 2)
        await #expect(throws: MusicError.notFound(MusicID(2).description)) {
            try await source(age: 12).run([MusicID(2)], jobs: 1).collected()
        }
    }

    @Test("emits a row for each change that the listener may see")
    func emitsChanges() async throws {
        let changes = source(age: 12).changes()
        for song in Self.songs.reversed() {
            downloads.send(Download(music: song, state: .downloading(fraction: 0.5)))
        }
        for await row in changes {
            #expect([row.title, row.stateText] == ["Changes", "50 %"])
            break
        }
    }

    @Test("a web client sees that a download failed, without words of its server")
    func hidesForeignText() async throws {
        let failed = Download(music: Self.songs[0], state: .failed(.server(code: 70, message: "/srv/music/1.mp3")))
        let downloads = DownloadRepositoryStub([failed])
        let web = source(downloads, for: .webClient)
        #expect(try await web.list(window: .all).map(\.reason) == ["the server reports error 70"])
        let track = try await web.tracks([MusicCellModel(Self.songs[0])])[0]
        #expect(track.downloadText == "failed: the server reports error 70")
        #expect(track.accessibilityLabel == "Changes, download failed: the server reports error 70")
        let detail = MusicDetailModel(track, style: .american)
        #expect(detail.text(of: .downloaded) == "failed: the server reports error 70")
        let changes = web.changes()
        downloads.send(failed)
        for await row in changes {
            #expect(row.stateText == "failed: the server reports error 70")
            break
        }
        let user = source(downloads)
        #expect(try await user.list(window: .all).map(\.reason) == ["the server reports “/srv/music/1.mp3”"])
    }

    @Test("downloads of a selection are removed and counted")
    func removesSeveral() async throws {
        #expect(try await source().remove([MusicID(1), MusicID(2)]) == "Removed 2 downloads.")
        #expect(try await source().remove([MusicID]()) == "None of these is downloaded.")
    }

    @Test("songs of a group without audio are skipped, and a song selected by itself is not")
    func skipsSongsWithoutAudio() {
        let silence = MusicCellModel(Music(id: MusicID(3), title: "Silence"))
        let rows = Self.songs.map(MusicCellModel.init) + [silence]
        var selection = DownloadSelection(isRemoval: false)
        selection.add(rows)
        #expect(selection.ids == [MusicID(1), MusicID(2)])
        #expect(selection.skippedText == "Skipped 1 song without audio.")
        var removal = DownloadSelection(isRemoval: true)
        removal.add(rows)
        #expect(removal.ids.count == 3 && removal.skippedText == nil)
        var single = DownloadSelection(isRemoval: false)
        single.add(silence)
        #expect(single.ids == [MusicID(3)] && single.skippedText == nil)
    }

    @Test("a check without issues says whether issues may be hidden")
    func saysWhetherIssuesAreHidden() {
        #expect(source().issueTable.emptyText.commandLine == "The folder and the library agree.")
        #expect(
            source(age: 12).issueTable.emptyText.commandLine == "No issue was found with downloads that you may see.")
    }

    @Test("failed downloads are cleared and counted, except for hidden music")
    func clearsFailedDownloads() async throws {
        let failed = DownloadRepositoryStub(Self.songs.map { Download(music: $0, state: .failed(.truncated)) })
        let row = try await source(age: 12, failed).clear(.failed)
        #expect(row == ClearedDownloadsModel(.failed, count: 1))
        #expect(row.text == "1 failed download cleared" && row.value(of: .cleared) == .integer(1))
        #expect(ClearedDownloadsModel(.failed, count: 1_200).text == "1,200 failed downloads cleared")
        #expect(ClearedDownloadsModel(.ofRemovedMusic, count: 1).text == "1 download of a removed song cleared")
        #expect(try await source(age: nil, failed).list(window: .all).map(\.title) == ["Fame"])
    }

    @Test("a message counts downloads of removed songs, and nothing is said without any")
    func namesDownloadsOfRemovedSongs() async throws {
        #expect(
            ClearedDownloadsModel.notice(ofRemovedMusic: 1)
                == "Not listed: 1 download of a removed song. To clear it, run: fermata downloads --clear-removed")
        #expect(
            ClearedDownloadsModel.notice(ofRemovedMusic: 1_200)
                == "Not listed: 1,200 downloads of removed songs. "
                + "To clear them, run: fermata downloads --clear-removed")
        #expect(try await source().removedMusicNotice() == nil)
    }

    private func source(
        age: Int? = nil, _ other: DownloadRepositoryStub? = nil, for audience: ProblemModel.Audience = .user
    ) -> DownloadsDataSource {
        let downloads = other ?? downloads
        let (music, listener) = (MusicRepositoryStub(Self.songs), Listener(age: age))
        return DownloadsDataSource(
            getDownloads: GetDownloadsUsecase(repository: downloads, listener: listener),
            downloadMusic: DownloadMusicUsecase(
                music: music, audio: AudioRepositoryStub(), downloads: downloads, listener: listener),
            removeDownload: RemoveDownloadUsecase(music: music, downloads: downloads, listener: listener),
            clearDownloads: ClearDownloadsUsecase(repository: downloads, listener: listener),
            checkDownloads: CheckDownloadsUsecase(repository: downloads, music: music, listener: listener),
            audience: audience)
    }
}
