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
        try await DownloadFixture.with { place, music in
            let bytes = try MusicFolder.audio("song.flac")
            try await download(music, bytes, in: place)
            let audio = try #require(try await place.downloads().audio(of: music))
            #expect(audio.properties.length == Int64(bytes.count))
            #expect(audio.properties.format == .flac)
            #expect(audio.path == place.path(DownloadName(music).text))
            try FileManager.default.removeItem(atPath: try #require(audio.path))
            #expect(try audio.file.readToEnd() == bytes)
        }
    }

    @Test("has no file for requested or removed music, and behind a symbolic link")
    func hasNoOtherFile() async throws {
        try await DownloadFixture.with { place, music in
            let downloads = try place.downloads()
            #expect(try await downloads.audio(of: music)?.path == nil)
            try await downloads.request([music.id])
            #expect(try await downloads.audio(of: music)?.path == nil)
            try await download(music, Data("tune".utf8), in: place)
            let path = place.path(DownloadName(music).text)
            try FileManager.default.removeItem(atPath: path)
            #expect(try await downloads.audio(of: music)?.path == nil)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
            #expect(try await downloads.audio(of: music)?.path == nil)
        }
    }

    private func download(_ music: Music, _ bytes: Data, in place: DownloadFixture) async throws {
        for try await ended in try place.usecase(FakeAudioRepository([music.id: bytes])).execute([music.id], jobs: 1) {
            #expect(ended.state == .downloaded)
        }
    }
}
