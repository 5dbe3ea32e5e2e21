import AudioFiles
import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Frames of ID3v2 tags", .timeLimit(.minutes(3)))
struct ID3FrameTests {
    private let folder = MusicFolder()

    @Test("reads the frames around chapters of any depth", arguments: [UInt8(3), 4])
    func readsAroundChapters(version: UInt8) async throws {
        var chapters = frame("TIT2", text("Chapter"), version)
        for _ in 0..<20_000 { chapters = frame("CTOC", Data("e\0\0\0".utf8) + chapters, version) }
        let song = try await song(chapters + frame("TPE1", text("Singer"), version), version)
        #expect(song.title == "a" && song.artist == "Singer")
    }

    @Test("reads the frames after malformed ones", arguments: [UInt8(3), 4])
    func readsAfterMalformedFrames(version: UInt8) async throws {
        let rest = frame("TIT2", text("Encore"), version) + frame("TPE1", text("Singer"), version)
        let malformed = [
            frame("TSA ", text("Sort"), version), frame("tsop", text("Sort"), version), frame("TDRC", Data(), version),
            frame("TSOP", text("Sort"), version, size: 3), frame("TSOP", text("Sort"), version, size: 100_000),
            Data("TXXX\u{7F}\u{7F}\u{7F}\u{7F}".utf8), Data("garbage".utf8),
        ]
        for bytes in malformed + [malformed.reduce(Data(), +)] {
            let song = try await song(frame("TALB", text("Live"), version) + bytes + rest, version)
            #expect((song.title, song.artist, song.album) == ("Encore", "Singer", "Live"))
        }
    }

    @Test("reads sizes of version 4 that are written as in version 3")
    func readsOtherSizes() async throws {
        let long = String(repeating: "a", count: 300)
        for rest in [frame("TPE1", text("Singer"), 4), Data()] {
            let song = try await song(frame("TIT2", text(long), 3) + rest + Data(count: 400), 4)
            #expect(song.title == long && song.artist == (rest.isEmpty ? "" : "Singer"))
        }
    }

    @Test("a compilation without an artist of the album is by various artists", arguments: [UInt8(3), 4])
    func readsCompilations(version: UInt8) async throws {
        for (frames, artist) in [
            ([("TCMP", "1")], "Various Artists"), ([("TCMP", "1"), ("TPE2", "Band")], "Band"), ([("TCMP", "0")], ""),
            ([("TXXX", "TCMP\0" + "1")], "Various Artists"),
            ([("TPE2", "Band")], "Band"), ([], ""),
        ] {
            let content = frames.reduce(frame("TPE1", text("Singer"), version)) { content, item in
                content + frame(item.0, text(item.1), version)
            }
            let song = try await song(content, version)
            #expect((song.artist, song.albumArtist) == ("Singer", artist), "\(frames)")
        }
    }

    @Test("reads UTF-16 without a byte order mark", arguments: [false, true])
    func readsUTF16(isBigEndian: Bool) async throws {
        func utf16(_ text: String) -> Data {
            text.utf16.reduce(into: Data()) {
                $0 += isBigEndian ? [UInt8($1 >> 8), UInt8($1 & 0xFF)] : [UInt8($1 & 0xFF), UInt8($1 >> 8)]
            }
        }
        for (title, artist) in [("Encore", "Singer"), ("캐롤 모음", "챔버오케스트라"), ("日本語の歌", "Ünal, Ж"), ("a", "夜")] {
            let song = try await song(
                frame("TIT2", [1] + utf16(title), 3) + frame("TPE1", [1] + utf16(artist) + [0, 0], 3)
                    + frame("USLT", Data("\u{1}eng\0\0".utf8) + utf16("la la"), 3), 3)
            #expect((song.title, song.artist, song.lyrics) == (title, artist, "la la"))
        }
        let mark = utf16("\u{FEFF}")
        let values = try await song(frame("TPE1", [1] + utf16("Ann\0") + mark + utf16("Bob\0夜"), 4), 4)
        #expect(values.artist == "Ann, Bob, 夜")
    }

    @Test("joins the syllables of synchronized lyrics to lines, and reads no chords")
    func joinsSyllables() async throws {
        let words = [("Stran", 1_000), ("gers", 1_200), (" in", 1_400), ("\nthe", 3_000), (" night\n", 3_200)]
        let lines = [("one", 1_000), ("two\n", 2_000), ("three", 3_000)]
        let chords = frame("SYLT", synchronized([("Bb", 500)], type: 5), 3)
        for (frames, expected) in [
            (frame("SYLT", synchronized(words), 3), "[00:01.000]Strangers in\n[00:03.000]the night\n"),
            (chords + frame("SYLT", synchronized(lines), 3), "[00:01.000]onetwo\n[00:03.000]three\n"),
            (
                frame("SYLT", synchronized([("one", 1), ("", 2), (" two", 3)]), 3),
                "[00:00.001]one\n[00:00.002]\n[00:00.003]two\n"
            ),
            (chords + frame("USLT", Data("\0eng\0la la".utf8), 3), "la la"), (chords, ""),
        ] {
            #expect(try await song(frames, 3).lyrics == expected)
        }
    }

    private func synchronized(_ texts: [(text: String, time: Int)], type: UInt8 = 1) -> Data {
        texts.reduce(Data("\0eng".utf8) + [2, type, 0]) { data, item in
            data + Data("\(item.text)\0".utf8) + withUnsafeBytes(of: UInt32(item.time).bigEndian) { Data($0) }
        }
    }

    @Test("does not decompress frames", arguments: [(UInt8(3), UInt8(0x80)), (4, 0x08), (4, 0x09)])
    func skipsCompressedFrames(version: UInt8, flags: UInt8) async throws {
        // The uncompressed size, then `Compressed` in a stored (not deflated) zlib block.
        let content: [UInt8] = [0, 0, 0, 11, 0x78, 0x01, 0x01, 11, 0, 0xF4, 0xFF] + [0] + Array("Compressed".utf8)
        let compressed = frame("TIT2", Data(content + [0x16, 0x00, 0x04, 0x16]), version, flags: flags)
        let song = try await song(compressed + frame("TPE1", text("Singer"), version), version)
        #expect(song.title == "a" && song.artist == "Singer")
    }

    @Test("reads unsynchronized tags", arguments: [UInt8(3), 4])
    func readsUnsynchronizedTags(version: UInt8) async throws {
        // An unsynchronized tag writes the byte order mark FF FE as FF 00 FE.
        let title = Data([1, 0xFF, 0x00, 0xFE]) + "Encore".utf16.reduce(into: Data()) { $0 += [UInt8($1), 0] }
        let size = version == 4 ? title.count : title.count - 1
        let song = try await song(
            frame("TIT2", title, version, size: size) + frame("TPE1", text("Singer"), version), version, flags: 0x80)
        #expect(song.title == "Encore" && song.artist == "Singer")
    }

    @Test("reads tags after an extended header")
    func readsAfterExtendedHeader() async throws {
        let header = Data([0, 0, 0, 6, 1, 0])
        #expect(try await song(header + frame("TIT2", text("Encore"), 4), 4, flags: 0x40).title == "Encore")
    }

    @Test("skips text and genres that are too long", arguments: [("TIT2", 2 << 20), ("TCON", 12 << 20)])
    func skipsLongText(name: String, size: Int) async throws {
        let long = text(String(repeating: "(1)", count: size / 3))
        let song = try await song(frame(name, long, 4) + frame("TPE1", text("Singer"), 4), 4)
        #expect(song.title == "a" && song.genre == nil && song.artist == "Singer")
    }

    @Test("reads 100 values of a tag, and a megabyte of all tags")
    func limitsValues() async throws {
        let artists = [String](repeating: "a", count: 101)
        let song = try await song(frame("TPE1", text(artists.joined(separator: "\0")), 4), 4)
        #expect(song.artist == artists.dropLast().joined(separator: ", "))
        let rest = (1 << 20) - "Singer".utf8.count
        for (size, expected) in [(rest, rest), (rest + 1, 0)] {
            let lyrics = Data([0]) + Data("eng\0".utf8) + Data(repeating: UInt8(ascii: "a"), count: size)
            let song = try await self.song(frame("TPE1", text("Singer"), 4) + frame("USLT", lyrics, 4), 4)
            #expect(song.artist == "Singer" && song.lyrics.utf8.count == expected)
        }
    }

    @Test(
        "reads the number of a track before a slash",
        arguments: [("0", nil), ("1 / 12", 1), ("7/12", 7), ("x", nil)] as [(String, Int?)])
    func readsTrack(number: String, track: Int?) async throws {
        #expect(try await song(frame("TRCK", text(number), 4), 4).track == track)
    }

    @Test("reads several artists, and those of their own field", arguments: [UInt8(3), 4])
    func readsArtists(version: UInt8) async throws {
        let both = frame("TPE1", text("Bob\0Ann"), version)
        let field = frame("TXXX", text("ARTISTS\0Cy\0Bob"), version)
        for (frames, artist, artists) in [
            (both, "Bob, Ann", ["Ann", "Bob"]), (both + field, "Bob, Ann", ["Bob", "Cy"]),
            (frame("TPE1", text("Bob/Ann"), version), "Bob/Ann", []),
            (frame("TPE1", text("Bob & Cy"), version) + field, "Bob & Cy", ["Bob", "Cy"]),
        ] as [(Data, String, [String])] {
            let song = try await song(frames, version)
            #expect((song.artist, song.artists) == (artist, artists))
        }
    }

    @Test("uses artist and album of the path only if they and the title are missing")
    func prefersTagsToPath() async throws {
        let path = "Low/Trust/a.mp3"
        let titled = try await song(frame("TIT2", text("Encore"), 4), 4, as: path)
        #expect((titled.title, titled.artist, titled.album) == ("Encore", "", ""))
        let own = frame("TPE1", text("Singer"), 4) + frame("TALB", text("Live"), 4)
        let untitled = try await song(own, 4, as: path)
        #expect((untitled.title, untitled.artist, untitled.album) == ("a", "Singer", "Live"))
    }

    @Test("rejects tags of too many frames or values", arguments: ["TXXX", "TPE1"])
    func rejectsManyFields(name: String) async throws {
        let count = 200_000
        let frames =
            name == "TXXX"
            ? Data((0..<count).flatMap { _ in frame(name, text("a\0b"), 3) })
            : frame(name, text(String(repeating: "a\0", count: count)), 3)
        try folder.write(tag(frames, 3) + MusicFolder.audio("untitled.mp3"), to: "a.mp3")
        let result = try await FolderFetchResult(folder)
        #expect(result.rejected.map(\.cause) == [.file("a.mp3", .tagsTooLarge(limit: 16 << 20))])
    }

    @Test("reads few synchronized lyrics, and those that are not too long", arguments: [(9, 10), (1, 70_000)])
    func limitsSynchronizedLyrics(count: Int, size: Int) async throws {
        let lyrics = Data([0]) + Data("eng".utf8) + [2, 1, 0] + Data(repeating: UInt8(ascii: "a"), count: size)
        let frames = Data((0..<count).flatMap { _ in frame("SYLT", lyrics, 3) })
        #expect(try await song(frames + frame("TPE1", text("Singer"), 3), 3).artist == "Singer")
    }

    @Test("rejects WAV with a tag without its identifier, which TagLib reads all the same")
    func rejectsTagWithoutIdentifier() async throws {
        let chapter = frame("CTOC", Data("e\0\0\0".utf8) + frame("TIT2", text("Chapter"), 4), 4)
        for isTag in [true, false] {
            var content = tag(frame("TIT2", text("Encore"), 4) + chapter, 4)
            if !isTag { content.replaceSubrange(0..<3, with: Data("XXX".utf8)) }
            let chunk = Data("ID3 ".utf8) + littleEndian(content.count) + content
            let wave = SilentAudio.wav(seconds: 1) + (chunk.count % 2 == 0 ? chunk : chunk + [0])
            try folder.write(wave, to: "a.wav")
            let result = try await FolderFetchResult(folder)
            #expect(result.music.map(\.title) == (isTag ? ["Encore"] : []))
            #expect(result.rejected.count == (isTag ? 0 : 1))
        }
    }

    @Test("rejects an APE tag whose value has a million zero bytes")
    func rejectsZerosInAPE() async throws {
        let value = "a" + String(repeating: "\0", count: 1 << 20) + "b"
        let item = littleEndian(value.utf8.count) + littleEndian(0) + Data("ARTIST\0\(value)".utf8)
        let footer = [2_000, item.count + 32, 1, 0, 0, 0].reduce(Data("APETAGEX".utf8)) { $0 + littleEndian($1) }
        try folder.write(MusicFolder.audio("untitled.mp3") + item + footer, to: "a.mp3")
        let result = try await FolderFetchResult(folder)
        #expect(result.rejected.map(\.cause) == [.file("a.mp3", .tagsTooLarge(limit: 16 << 20))])
    }

    private func song(
        _ frames: Data, _ version: UInt8, flags: UInt8 = 0, as path: String = "a.mp3"
    ) async throws -> RemoteMusic {
        try folder.write(tag(frames, version, flags: flags) + MusicFolder.audio("untitled.mp3"), to: path)
        return try #require(try await FolderFetchResult(folder).music.first)
    }

    private func tag(_ frames: Data, _ version: UInt8, flags: UInt8 = 0) -> Data {
        Data("ID3".utf8) + [version, 0, flags] + bytes(frames.count, bits: 7) + frames
    }

    private func frame(_ name: String, _ content: Data, _ version: UInt8, flags: UInt8 = 0, size: Int? = nil) -> Data {
        Data(name.utf8) + bytes(size ?? content.count, bits: version == 4 ? 7 : 8) + [0, flags] + content
    }

    /// Latin-1 text.
    private func text(_ text: String) -> Data { [0] + Data(text.utf8) }

    private func littleEndian(_ number: Int) -> Data { withUnsafeBytes(of: UInt32(number).littleEndian) { Data($0) } }

    private func bytes(_ size: Int, bits: Int) -> Data {
        Data((0..<4).reversed().map { UInt8(truncatingIfNeeded: size >> ($0 * bits)) & UInt8(1 << bits - 1) })
    }
}

@Suite("Hostile audio files", .timeLimit(.minutes(3)))
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
        var random = SeededGenerator(13)
        for number in 0..<30 { try folder.write(mutated(song, &random), to: "\(number).\(format)") }
        let result = try await FolderFetchResult(folder)
        #expect(result.music.count + result.rejected.count == 30)
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
    private func mutated(_ audio: Data, _ random: inout SeededGenerator) -> Data {
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
