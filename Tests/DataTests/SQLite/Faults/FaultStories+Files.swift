import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestTraits
import Testing

extension FaultStories {
    static let downloads = FaultStory(
        name: "downloads", prepare: fill,
        steps: [
            { subject in
                let missing = try await subject.downloads().states(of: [song(1), song(2)]).isEmpty
                if missing { try await subject.downloads().request([song(1), song(2)]) }
            },
            { subject in
                let audio = FakeAudioRepository([song(1): Data.varied(count: 3_000)])
                let usecase = DownloadMusicUsecase(
                    music: try subject.music(), audio: audio, downloads: try subject.downloads(), listener: .anyone)
                _ = try await usecase.execute([song(1)], jobs: 1).collected()
            },
            { try await $0.downloads().remove(song(2)) },
        ])

    /// Opens a library of an older version.
    static func migration(_ version: Int) -> FaultStory {
        FaultStory(
            name: "migration of version \(version)",
            prepare: { subject in
                let newer = try TemporaryFolder()
                try await fill(FaultSubject(newer.url))
                try OldLibrary.make(
                    at: subject.path, from: newer.path("library.sqlite"), version: version, isFilled: true)
            },
            steps: [{ _ = try $0.library() }])
    }

    static let completeImport = FaultStory(
        name: "import", prepare: { _ = try $0.library() },
        steps: [
            { _ = try await $0.personalData().add([ExportedSource(source)]) },
            { subject in
                let bookmarks = (1...3).map { ExportedBookmark(id: song($0), title: "Song \($0)") }
                _ = try await subject.personalData().add(bookmarks, allowing: .all)
            },
            { subject in
                let list = ExportedPlaylist(
                    id: PlaylistID(1), name: "Morning", source: "radio", entries: [.init(id: song(1))])
                _ = try await subject.personalData().add([list], allowing: .all)
            },
            { try await $0.toDos().add(titles: ["Hear the band"]) },
        ])

    static let backup = FaultStory(
        name: "backup", prepare: fill,
        steps: [{ try await $0.backUp() }],
        verify: { subject, isAcknowledged in
            let names = try subject.names(startingWith: "backup")
            #expect(names == ["backup"] || !isAcknowledged && names.isEmpty)
            if names.isEmpty { return }
            let copy = FaultSubject(try TemporaryFolder().url)
            try FileManager.default.copyItem(atPath: subject.path("backup"), toPath: copy.path)
            #expect(try await copy.content() == subject.content())
            #expect(try await copy.findings() == [])
        })
}

extension FaultSubject {
    func backUp() async throws {
        for try await _ in backups.backUp(to: path("backup"), replacing: true) {}
    }
}
