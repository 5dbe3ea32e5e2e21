import AudioFiles
import FermataDomain
import Foundation
import Testing

@Suite("Hostile audio files", .timeLimit(.minutes(1)))
struct HostileFileTests {
    private let folder = MusicFolder()

    @Test("ends soon for files that a fuzzer found", arguments: MusicFolder.hostile)
    func endsForFoundFiles(name: String) async throws {
        try folder.add(name, as: name)
        try folder.add("song.ogg", as: "good.ogg")
        let result = try await FolderFetchResult(folder)
        #expect(result.music.count + result.rejected.count == 2)
    }

    @Test("reads or reports each of many mutated files", arguments: MusicFolder.formats)
    func readsMutatedFiles(format: String) async throws {
        let song = try MusicFolder.audio("song.\(format)")
        var random = SplitMix(state: 13)
        for number in 0..<60 { try folder.write(mutated(song, &random), to: "\(number).\(format)") }
        let result = try await FolderFetchResult(folder)
        #expect(result.music.count + result.rejected.count == 60)
        #expect(Set(result.music.map(\.key)).count == result.music.count)
    }

    @Test(
        "ends for headers that promise too much or nothing",
        arguments: [
            "fLaC" + String(repeating: "\0", count: 1 << 20), "OggS" + String(repeating: "OggS", count: 1 << 18),
            "RIFF\u{7F}\u{7F}\u{7F}\u{7F}WAVEdata\u{7F}\u{7F}\u{7F}\u{7F}", "RIFF\0\0\0\0WAVE",
            "FORM\u{7F}\u{7F}\u{7F}\u{7F}AIFFSSND\u{7F}\u{7F}\u{7F}\u{7F}",
            "\0\0\0\u{1}ftyp\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}",
            "ID3\u{4}\0\0\u{7F}\u{7F}\u{7F}\u{7F}", "ID3\u{4}\0\0\0\0\0\0LYRICSBEGIN-99999LYRICS200", "999999LYRICS200",
            "APETAGEX\0\0\0\0\u{7F}\u{7F}\u{7F}\u{7F}" + String(repeating: "\0", count: 16), "MAC ", "wvpk", "MPCK",
            "TTA1",
        ])
    func endsForAnyHeader(start: String) async throws {
        try folder.add("untitled.mp3", as: "good.mp3")
        try folder.write(Data(start.utf8), to: "a.mp3")
        try folder.write(Data(start.utf8) + MusicFolder.audio("untitled.mp3"), to: "b.mp3")
        let result = try await FolderFetchResult(folder)
        #expect(result.music.count + result.rejected.count == 3)
    }

    @Test("reports a file of atoms in atoms, whose depth needs more stack than there is")
    func reportsDeeplyNestedAtoms() async throws {
        let depth = 100_000
        var file = Data("\0\0\0\u{14}ftypM4A \0\0\0\0M4A ".utf8)
        for level in 0..<depth {
            withUnsafeBytes(of: UInt32(8 * (depth - level)).bigEndian) { file.append(contentsOf: $0) }
            file.append(contentsOf: "moov".utf8)
        }
        try folder.write(file, to: "nested.m4a")
        try folder.add("song.ogg", as: "good.ogg")
        let result = try await FolderFetchResult(folder)
        #expect(result.music.count == 1 && result.rejected.count == 1)
    }

    /// Flips, cuts, repeats or overwrites bytes, most often in the first kilobyte, where tags and headers are.
    private func mutated(_ audio: Data, _ random: inout SplitMix) -> Data {
        var bytes = [UInt8](audio)
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let limit = Bool.random(using: &random) ? min(1_024, bytes.count) : bytes.count
            let place = Int.random(in: 0..<max(1, limit), using: &random)
            guard place < bytes.count else { break }
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] ^= UInt8.random(in: 1...255, using: &random)
            case 1: bytes[place] = 0xFF
            case 2: bytes.removeSubrange(place..<min(place + 9, bytes.count))
            case 3: bytes.insert(contentsOf: bytes[place..<min(place + 40, bytes.count)], at: place)
            default: bytes.removeSubrange(place...)
            }
        }
        return Data(bytes)
    }
}
