import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Audio of downloads")
struct DownloadedAudioTests {
    @Test("opens a downloaded file and recognizes it by its content")
    func opensDownloadedFile() async throws {
        try await DownloadFixture.with { fixture, music in
            let bytes = try MusicFolder.audio("song.flac")
            try await download(music, bytes, in: fixture)
            let audio = try #require(try await fixture.downloads().audio(of: music))
            #expect(audio.properties.length == Int64(bytes.count))
            #expect(audio.properties.format == .flac)
            #expect(audio.path == fixture.path(DownloadName(music).text))
            try FileManager.default.removeItem(atPath: try #require(audio.path))
            #expect(try audio.file.readToEnd() == bytes)
        }
    }

    @Test("has no file for requested or removed music, and behind a symbolic link")
    func hasNoOtherFile() async throws {
        try await DownloadFixture.with { fixture, music in
            let downloads = try fixture.downloads()
            #expect(try await downloads.audio(of: music) == nil)
            try await downloads.request([music.id])
            #expect(try await downloads.audio(of: music) == nil)
            try await download(music, Data("tune".utf8), in: fixture)
            let path = fixture.path(DownloadName(music).text)
            try FileManager.default.removeItem(atPath: path)
            #expect(try await downloads.audio(of: music) == nil)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
            #expect(try await downloads.audio(of: music) == nil)
        }
    }

    private func download(_ music: Music, _ bytes: Data, in fixture: DownloadFixture) async throws {
        let usecase = try fixture.usecase(FakeAudioRepository([music.id: bytes]))
        let ended = try await usecase.execute([music.id], jobs: 1).collected()
        #expect(ended.map(\.state) == [.downloaded])
    }
}
