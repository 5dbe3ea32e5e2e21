import AudioFiles
import FermataDomain
import Foundation
import Testing

@Suite("Bytes of a file that identify its song")
struct FolderPayloadTests {
    private let folder = MusicFolder()

    @Test("exclude the atoms before the audio of an MP4 file")
    func excludesAtoms() async throws {
        let audio = try MusicFolder.audio("song.m4a")
        let name = try #require(audio.range(of: Data("free".utf8)))
        let changed = audio.replacing(Data("free".utf8), with: Data("skip".utf8), maxReplacements: 1)
        #expect(audio[name.upperBound...].starts(with: [0, 0]))
        #expect(try await key(of: audio, in: "a.m4a") == key(of: changed, in: "a.m4a"))
    }

    @Test("exclude the header of the packets of an ASF file")
    func excludesPacketHeader() async throws {
        var audio = try MusicFolder.audio("song.wma")
        let before = try await key(of: audio, in: "a.wma")
        audio[try packets(of: audio) + Self.fileID] ^= 1
        #expect(try await key(of: audio, in: "a.wma") == before)
    }

    @Test("include everything in a truncated ASF file")
    func includesAllOfTruncatedFile() async throws {
        var audio = try MusicFolder.audio("song.wma").dropLast(100)
        let before = try await key(of: audio, in: "a.wma")
        audio[try packets(of: audio) + Self.fileID] ^= 1
        #expect(try await key(of: audio, in: "a.wma") != before)
    }

    /// The offset of the file's id in the object of the packets.
    private static let fileID = 24

    /// The start of the object of the packets, which is the last one.
    private func packets(of audio: Data) throws -> Int {
        try #require(audio.range(of: Data([0x36, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]))?.lowerBound)
    }

    /// The key of a file as the only song of the folder.
    private func key(of audio: Data, in name: String) async throws -> String {
        try folder.write(audio, to: name)
        return try #require(try await FolderFetchResult(folder).key)
    }
}
