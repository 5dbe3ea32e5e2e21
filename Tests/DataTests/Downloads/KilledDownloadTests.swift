import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("A download whose program was killed")
struct KilledDownloadTests {
    private let long = tune(3 << 19)

    private func start(_ version: String?, _ bytes: Data, offset: Int64 = 0) -> AudioStart {
        AudioStart(offset: offset, total: Int64(bytes.count), version: version)
    }

    @Test("is gone on with where it had come so far that it pays")
    func long() async throws {
        try await DownloadFixture.with { place, music in
            try await place.downloads().want([music.id])
            try await place.downloads().beginAndDie(music, start("1", long), long.prefix(1_200_000))
            let downloads = try place.downloads()
            #expect(try await downloads.wanted() == [music.id])
            let file = try await downloads.open(music)
            #expect(try await file.part == AudioPart(length: 1_200_000, version: "1", total: Int64(long.count)))
            try await file.begin(start("1", long, offset: 1_200_000))
            try await file.take(long.dropFirst(1_200_000))
            _ = try await file.finish()
            #expect(place.content(DownloadName(music).text) == long)
        }
    }

    @Test("is begun anew where little had come")
    func short() async throws {
        try await DownloadFixture.with { place, music in
            let tune = Data("a tune of some length".utf8)
            try await place.downloads().beginAndDie(music, start("1", tune), Data("something quite different".utf8))
            let file = try await place.downloads().open(music)
            #expect(try await file.part == nil)
            try await file.begin(start("1", tune))
            try await file.take(tune)
            _ = try await file.finish()
            #expect(place.content(DownloadName(music).text) == tune)
        }
    }

    @Test("is never gone on with as another version than it is of", arguments: [nil, "2"])
    func otherVersion(version: String?) async throws {
        try await DownloadFixture.with { place, music in
            try await place.downloads().beginAndDie(music, start("1", long), long.prefix(1_200_000))
            let other = Data(repeating: 7, count: long.count)
            try await place.downloads().beginAndDie(music, start(version, other), other.prefix(9))
            let part = try await place.downloads().open(music).part
            #expect(part?.version != "1")
            #expect(part == version.map { AudioPart(length: 9, version: $0, total: Int64(other.count)) })
        }
    }

    @Test("is begun anew where its part is longer than the whole can be")
    func tooLong() async throws {
        try await DownloadFixture.with { place, music in
            try await place.downloads().beginAndDie(music, start("1", long), long.prefix(1_200_000))
            try place.write(long + long, to: DownloadName(music).text + ".part")
            #expect(try await place.downloads().open(music).part == nil)
        }
    }

    @Test("is there where it had its name already, though the library does not know")
    func beforeNoting() async throws {
        try await DownloadFixture.with { place, music in
            let name = DownloadName(music).text
            try await place.downloads().beginAndDie(music, start("1", long), long)
            try FileManager.default.moveItem(atPath: place.path(name + ".part"), toPath: place.path(name))
            let audio = FakeAudioRepository()
            try await place.usecase(audio).resume(jobs: 1) { #expect($0.state == .downloaded) }
            #expect(audio.readings.isEmpty)
            #expect(try await place.downloads().states(of: [music.id]) == [music.id: .downloaded])
        }
    }
}
