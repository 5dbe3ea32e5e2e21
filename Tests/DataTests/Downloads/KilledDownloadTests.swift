import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestTraits
import Testing

@Suite("A download whose program was killed")
struct KilledDownloadTests {
    private let long = Data.varied(count: 3 << 19)

    private func start(_ version: String?, _ bytes: Data, offset: Int64 = 0) -> AudioStart {
        AudioStart(offset: offset, total: Int64(bytes.count), version: version)
    }

    @Test("resumes a long or complete partial file", arguments: [1 << 20, 1_200_000, 3 << 19])
    func resumesLongPart(length: Int) async throws {
        try await DownloadFixture.with { fixture, music in
            try await fixture.downloads().request([music.id])
            try await fixture.downloads().writeAndAbandon(music, start("1", long), long.prefix(length))
            let downloads = try fixture.downloads()
            #expect(try await downloads.pending() == [music.id])
            let file = try await downloads.open(music)
            #expect(try await file.part == AudioPart(length: Int64(length), version: "1", total: Int64(long.count)))
            try await file.begin(start("1", long, offset: Int64(length)))
            try await file.write(long.dropFirst(length))
            _ = try await file.finish()
            #expect(fixture.content(DownloadName(music).text) == long)
        }
    }

    @Test("starts over after a short partial file")
    func restartsShortPart() async throws {
        try await DownloadFixture.with { fixture, music in
            let tune = Data("a tune of some length".utf8)
            let other = Data("something quite different".utf8)
            try await fixture.downloads().writeAndAbandon(music, start("1", tune), other)
            let file = try await fixture.downloads().open(music)
            #expect(try await file.part == nil)
            try await file.begin(start("1", tune))
            try await file.write(tune)
            _ = try await file.finish()
            #expect(fixture.content(DownloadName(music).text) == tune)
        }
    }

    @Test("never resumes a partial file of another version", arguments: [nil, "2"])
    func neverMixesVersions(version: String?) async throws {
        try await DownloadFixture.with { fixture, music in
            try await fixture.downloads().writeAndAbandon(music, start("1", long), long.prefix(1_200_000))
            let other = Data(repeating: 7, count: long.count)
            try await fixture.downloads().writeAndAbandon(music, start(version, other), other.prefix(9))
            let part = try await fixture.downloads().open(music).part
            #expect(part?.version != "1")
            #expect(part == version.map { AudioPart(length: 9, version: $0, total: Int64(other.count)) })
        }
    }

    @Test("stores a new length of the same version")
    func storesNewLength() async throws {
        try await DownloadFixture.with { fixture, music in
            try await fixture.downloads().writeAndAbandon(music, start("1", long), long.prefix(1_200_000))
            try await fixture.downloads().writeAndAbandon(music, start("1", long + long), long.prefix(9))
            let part = try await fixture.downloads().open(music).part
            #expect(part == AudioPart(length: 9, version: "1", total: Int64(long.count * 2)))
        }
    }

    @Test("never resumes bytes that do not match the source's digest")
    func neverResumesWrongBytes() async throws {
        try await DownloadFixture.with { fixture, music in
            do {
                var wrong = start("1", long)
                wrong.digest = SHA256.digest(of: Data())
                let file = try await fixture.downloads().open(music)
                try await file.begin(wrong)
                try await file.write(long)
                await #expect(throws: SourceFailure.self) { _ = try await file.finish() }
            }
            #expect(try await fixture.downloads().open(music).part == nil)
        }
    }

    @Test("starts over if the partial file is too long")
    func restartsTooLongPart() async throws {
        try await DownloadFixture.with { fixture, music in
            try await fixture.downloads().writeAndAbandon(music, start("1", long), long.prefix(1_200_000))
            try fixture.write(long + long, to: DownloadName(music).text + ".part")
            #expect(try await fixture.downloads().open(music).part == nil)
        }
    }

    @Test("leaves no partial file if it is killed while it adopts a complete one")
    func adoptsAfterRemovingPart() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text
            try await fixture.downloads().writeAndAbandon(music, start("1", long), long)
            try FileManager.default.moveItem(atPath: fixture.path(name + ".part"), toPath: fixture.path(name))
            // The row is stored last: this kill comes after all other steps.
            try change(
                fixture.home.appending(path: "library.sqlite").path,
                "CREATE TRIGGER kill BEFORE UPDATE ON download BEGIN SELECT RAISE(ABORT, 'killed'); END")
            await #expect(throws: LibraryError.self) { try await fixture.downloads().begin(music) }
            #expect(try fixture.names() == [name])
        }
    }

    @Test("adopts a file that was renamed before its row was stored")
    func adoptsRenamedFile() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text
            try await fixture.downloads().writeAndAbandon(music, start("1", long), long)
            try FileManager.default.moveItem(atPath: fixture.path(name + ".part"), toPath: fixture.path(name))
            let audio = FakeAudioRepository()
            let ended = try await fixture.usecase(audio).resume(jobs: 1).collected()
            #expect(ended.map(\.state) == [.downloaded])
            #expect(audio.reads.isEmpty)
            #expect(try await fixture.downloads().states(of: [music.id]) == [music.id: .downloaded])
        }
    }
}
