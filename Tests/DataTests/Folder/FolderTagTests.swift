import AudioFiles
import FermataDomain
import Foundation
import Testing

@Suite("Tags of audio files")
struct FolderTagTests {
    private let folder = MusicFolder()

    @Test("reads the tags of every format", arguments: MusicFolder.formats)
    func readsTags(format: String) async throws {
        try folder.add("song.\(format)", as: "a.\(format)")
        let song = try #require(try await FolderFetchResult(folder).music.first)
        #expect(song.title == "캐롤 🎄")
        #expect(song.artist == "챔버오케스트라")
        #expect(song.album == "Ümlaut")
        #expect(song.albumArtist == "Various")
        #expect(song.genre == "Carol")
        #expect((song.track, song.disc) == (3, 1))
        #expect(song.released == ReleaseDate(year: 2019, month: 6, day: 14))
        #expect(song.lyrics == "[00:01.00]하나\n[00:02.50]two")
        #expect((.seconds(1.9)...(.seconds(2.2))).contains(song.duration))
        #expect(song.recording == MusicBrainzID("b1a9c0e9-d987-4042-ae91-78d6a3267d69"))
        #expect(song.artworkURL == song.audioURL)
        #expect(song.audioURL == "file://\(folder.url.resolvingSymlinksInPath().path)/a.\(format)")
    }

    @Test(
        "reads the explicit status of ID3, Vorbis and MP4 tags",
        arguments: ["mp3", "aac", "flac", "ogg", "opus", "m4a", "wav"])
    func readsExplicitStatus(format: String) async throws {
        try folder.add("song.\(format)", as: "a.\(format)")
        #expect(try await FolderFetchResult(folder).music.map(\.explicit) == [.explicit])
        try folder.add("retagged.\(format)", as: "a.\(format)")
        #expect(try await FolderFetchResult(folder).music.map(\.explicit) == [.unknown])
    }

    @Test("decides the format by the content, not by the name")
    func readsContentNotName() async throws {
        try folder.add("song.flac", as: "a.mp3")
        try folder.add("song.ogg", as: "b")
        #expect(try await FolderFetchResult(folder).music.map(\.title) == ["캐롤 🎄", "캐롤 🎄"])
    }

    @Test("reads tags in Latin-1")
    func readsLatin1() async throws {
        try folder.add("latin1.mp3", as: "a.mp3")
        let song = try #require(try await FolderFetchResult(folder).music.first)
        #expect((song.title, song.artist) == ("Übung", "Motörhead"))
    }

    @Test("reads synchronized lyrics with their times")
    func readsSynchronizedLyrics() async throws {
        try folder.add("timed.mp3", as: "a.mp3")
        #expect(try await FolderFetchResult(folder).music.map(\.lyrics) == ["[00:01.000]one\n[01:02.500]two\n"])
    }

    @Test(
        "reads title, track, artist and album from the path of a file without a title",
        arguments: [
            ("Low/Trust/03 - Canada.mp3", "Canada", 3, "Low", "Trust"),
            ("Low/Trust/3. Canada.mp3", "Canada", 3, "Low", "Trust"),
            ("Music/Low/Trust/12 Canada.mp3", "Canada", 12, "Low", "Trust"),
            ("Low/Canada.mp3", "Canada", nil, "Low", ""), ("01 Canada.mp3", "Canada", 1, "", ""),
            ("00 Canada.mp3", "Canada", nil, "", ""),
            ("99 Problems.mp3", "Problems", 99, "", ""), ("1999.mp3", "1999", nil, "", ""), ("1.mp3", "1", nil, "", ""),
            ("12monkeys.mp3", "12monkeys", nil, "", ""),
        ] as [(String, String, Int?, String, String)])
    func readsPath(path: String, title: String, track: Int?, artist: String, album: String) async throws {
        try folder.add("untitled.mp3", as: path)
        let song = try #require(try await FolderFetchResult(folder).music.first)
        #expect((song.title, song.track, song.artist, song.album) == (title, track, artist, album))
    }

    @Test(
        "reads the disc of an untitled file from its name or the folder below the album",
        arguments: [
            ("Low/Trust/CD1/01 - Canada.mp3", "Canada", 1, 1, "Low", "Trust"),
            ("Low/Trust/CD 2/Canada.mp3", "Canada", 2, nil, "Low", "Trust"),
            ("Music/Low/Trust/disc_03 - Live/7 Canada.mp3", "Canada", 3, 7, "Low", "Trust"),
            ("Trust/Disk 2/Canada.mp3", "Canada", 2, nil, "", "Trust"),
            ("Disc 2/Canada.mp3", "Canada", nil, nil, "Disc 2", ""),
            ("Low/CDs/Canada.mp3", "Canada", nil, nil, "Low", "CDs"),
            ("Low/Discovery/Canada.mp3", "Canada", nil, nil, "Low", "Discovery"),
            ("Low/Box/1-03 Third.mp3", "Third", 1, 3, "Low", "Box"),
            ("Low/Box/2-01 - First.mp3", "First", 2, 1, "Low", "Box"),
            ("Low/Box/CD3/2-01 - First.mp3", "First", 3, 1, "Low", "Box"),
            ("Low/Box/24-7.mp3", "24-7", nil, nil, "Low", "Box"), ("Low/Box/03-1979.mp3", "1979", nil, 3, "Low", "Box"),
        ] as [(String, String, Int?, Int?, String, String)])
    func readsDisc(
        path: String, title: String, disc: Int?, track: Int?, artist: String, album: String
    ) async throws {
        try folder.add("untitled.mp3", as: path)
        let song = try #require(try await FolderFetchResult(folder).music.first)
        #expect((song.title, song.disc, song.track) == (title, disc, track))
        #expect((song.artist, song.album) == (artist, album))
    }

    @Test(
        "uses the disc of a folder for a file with a title, if its tags have none",
        arguments: [(2, "cd2"), (9, "Disc 9")])
    func readsDiscOfTaggedFile(disc: Int, name: String) async throws {
        try folder.add("song.mp3", as: "Low/Trust/\(name)/a.mp3")
        try folder.add("latin1.mp3", as: "Low/Trust/\(name)/b.mp3")
        let songs = try await FolderFetchResult(folder).music
        #expect(songs.map(\.title) == ["캐롤 🎄", "Übung"])
        #expect(songs.map(\.disc) == [1, disc])
    }

    @Test("uses a picture and lyrics beside a file that has none")
    func readsNeighbours() async throws {
        try folder.add("untitled.mp3", as: "Low/a.mp3")
        try folder.write(Data([0xFF, 0xD8, 0xFF]), to: "Low/Cover.JPG")
        try folder.write(Data("[00:01.00]la".utf8), to: "Low/a.LRC")
        let song = try #require(try await FolderFetchResult(folder).music.first)
        #expect(song.artworkURL?.hasSuffix("/Low/Cover.JPG") == true)
        #expect(song.lyrics == "[00:01.00]la")
    }

    @Test("reads lyrics in UTF-16 and Latin-1, without a byte-order mark")
    func readsEncodingsOfLyrics() async throws {
        try folder.add("untitled.mp3", as: "a.mp3")
        for bytes in [
            Data([0xFF, 0xFE, 0xFC, 0]), Data([0xFE, 0xFF, 0, 0xFC]), Data([0xFC]),
            Data([0xEF, 0xBB, 0xBF]) + "ü".utf8,
        ] {
            try folder.write(bytes, to: "a.lrc")
            #expect(try await FolderFetchResult(folder).music.map(\.lyrics) == ["ü"])
        }
    }

    @Test(
        "reads lyrics in UTF-16 whose order of bytes only the byte-order mark shows",
        arguments: [[0xFF, 0xFE, 0x04, 0xBD, 0xA0, 0xB0], [0xFE, 0xFF, 0xBD, 0x04, 0xB0, 0xA0]] as [[UInt8]])
    func readsByteOrderMark(bytes: [UInt8]) async throws {
        try folder.add("untitled.mp3", as: "a.mp3")
        try folder.write(Data(bytes), to: "a.lrc")
        #expect(try await FolderFetchResult(folder).music.map(\.lyrics) == ["봄날"])
    }

    @Test(
        "reads lyrics in Windows-1252 and East Asian code pages",
        arguments: [
            ("Don’t – now", [0x44, 0x6F, 0x6E, 0x92, 0x74, 0x20, 0x96, 0x20, 0x6E, 0x6F, 0x77]),
            ("봄날이", [0xBA, 0xBD, 0xB3, 0xAF, 0xC0, 0xCC]),
            ("さくら", [0x82, 0xB3, 0x82, 0xAD, 0x82, 0xE7]),
            ("我爱你", [0xCE, 0xD2, 0xB0, 0xAE, 0xC4, 0xE3]),
        ])
    func readsCodePagesOfLyrics(text: String, bytes: [UInt8]) async throws {
        try folder.add("untitled.mp3", as: "a.mp3")
        try folder.write(Data("[00:01.00]".utf8) + Data(bytes), to: "a.lrc")
        #expect(try await FolderFetchResult(folder).music.map(\.lyrics) == ["[00:01.00]" + text])
    }

    @Test("uses lyrics whose name has composed or decomposed letters, the exact name first")
    func matchesEquivalentLyrics() async throws {
        let (composed, decomposed) = ("No\u{EB}l", "Noe\u{308}l")
        for (song, lyrics) in [(composed, decomposed), (decomposed, composed)] {
            let folder = MusicFolder()
            try folder.add("untitled.mp3", as: "\(song).mp3")
            try folder.write(Data("la".utf8), to: "\(lyrics).lrc")
            let first = try await FolderFetchResult(folder)
            #expect(first.music.map(\.lyrics) == ["la"])
            try folder.write(Data("exact".utf8), to: "\(song).lrc")
            #expect(try await FolderFetchResult(folder, since: first.revision).music.map(\.lyrics) == ["exact"])
        }
    }

    @Test("reads lyrics of up to 256 KiB beside a file", arguments: [(256 << 10, true), ((256 << 10) + 1, false)])
    func limitsLyrics(size: Int, isRead: Bool) async throws {
        try folder.add("untitled.mp3", as: "a.mp3")
        try folder.write(Data(repeating: UInt8(ascii: "a"), count: size), to: "a.lrc")
        #expect(try await FolderFetchResult(folder).music.map(\.lyrics.utf8.count) == [isRead ? size : 0])
    }

    @Test(
        "reads MPEG audio and FLAC after more bytes than tags have",
        arguments: [
            ("untitled.mp3", Data(count: 4_096), 1), ("untitled.mp3", Data(repeating: 0x55, count: 9_000), 1),
            ("song.flac", Data(count: 4_096), 2), ("song.aac", Data(count: 4_096), 1),
        ])
    func readsLateAudio(name: String, gap: Data, tags: Int) async throws {
        let frame = Data("TIT2\0\0\0\u{5}\0\0\0Late".utf8)
        let tag = Data("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        let other = Data("ID3".utf8) + [3, 0, 0, 0, 0, 0x20, 0] + Data(count: 4_096)
        for start in [tag + gap, tag + other + gap, gap] {
            try folder.write(start + MusicFolder.audio(name), to: "a.mp3")
            let song = try #require(try await FolderFetchResult(folder).music.first)
            #expect(tags > 1 || start == gap || song.title == "Late")
            #expect((.seconds(1.9)...(.seconds(2.3))).contains(song.duration))
        }
    }

    @Test("does not search for MPEG audio in files of other names")
    func searchesNoOtherFiles() async throws {
        try folder.add("song.ogg", as: "good.ogg")
        try folder.write(Data(repeating: 0x55, count: 9_000) + MusicFolder.audio("untitled.mp3"), to: "a.bin")
        #expect(try await FolderFetchResult(folder).music.count == 1)
    }

    @Test("reads each field of the first tag that has it")
    func mergesTags() async throws {
        var id3v1 = Data("TAG".utf8)
        for text in ["Old title", "Old artist", "Old album"] {
            id3v1 += Data(text.utf8) + Data(count: 30 - text.utf8.count)
        }
        id3v1 += Data("1998".utf8) + Data(count: 28) + [0, 7, 12]
        let item = "\u{6}\0\0\0\0\0\0\0Artist\0Singer"
        let numbers = [2_000, item.utf8.count + 32, 1, 0, 0, 0].map { UInt32($0).littleEndian }
        let ape =
            Data(item.utf8) + Data("APETAGEX".utf8)
            + numbers.reduce(into: Data()) { data, number in
                withUnsafeBytes(of: number) { data.append(contentsOf: $0) }
            }
        let frame = Data("TCON\0\0\0\u{6}\0\0\0House".utf8)
        let id3 = Data("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        let audio = try MusicFolder.audio("untitled.mp3")
        try folder.write(id3 + audio + ape + id3v1, to: "a.mp3")
        var song = try #require(try await FolderFetchResult(folder).music.first)
        #expect((song.title, song.artist, song.album, song.genre) == ("Old title", "Singer", "Old album", "House"))
        #expect((song.track, song.released) == (7, ReleaseDate(year: 1998)))
        try folder.write(id3 + MusicFolder.audio("retagged.flac") + id3v1, to: "a.mp3")
        song = try #require(try await FolderFetchResult(folder).music.first)
        #expect(song.title.hasPrefix("Another title") && (song.album, song.genre) == ("Elsewhere", "House"))
        #expect(song.track == 7)
    }

    @Test(
        "reads ID3 tags in UTF-8 and Windows-1252 that claim to be in Latin-1",
        arguments: [([0xC3, 0xBC], "ü"), ([0x93, 0xFC, 0x94], "“ü”"), ([0xFC], "ü"), ([0x81, 0xFC], "\u{81}ü")])
    func readsOtherEncodings(bytes: [UInt8], text: String) async throws {
        let frame = Data("TPE1\0\0\0".utf8) + [UInt8(bytes.count + 1), 0, 0, 0] + bytes
        let id3 = Data("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        let id3v1 = Data("TAG".utf8) + bytes + Data(count: 125 - bytes.count)
        try folder.write(id3 + MusicFolder.audio("untitled.mp3") + id3v1, to: "a.mp3")
        let song = try #require(try await FolderFetchResult(folder).music.first)
        #expect((song.title, song.artist) == (text, text))
    }

    @Test(
        "reads old tags in East Asian code pages, cut within characters, or Windows-1252",
        arguments: [
            [
                ("봄날, 벚꽃 그리고 너", "babdb3af2c20baa2b2c920b1d7b8aeb0ed20b3ca"),
                ("에피톤 프로젝트", "bfa1c7c7c5e620c7c1b7cec1a7c6ae"),
                ("긴 제목의 앨범 이름은 서른 바", "b1e420c1a6b8f1c0c720bed9b9fc20c0ccb8a7c0ba20bcadb8a520b9d9c0"),
            ],
            [
                ("夜に駆ける", "96e982c98bec82af82e9"),
                ("宇多田ヒカル", "894691bd93638371834a838b"),
                ("1 初恋の歌を歌いながら歩いてい", "31208f8997f682cc89cc82f089cc82a282c882aa82e795e082a282c482a2"),
            ],
            [
                ("青花瓷", "c7e0bba8b4c9"),
                ("周杰伦", "d6dcbddcc2d7"),
                ("我很忙", "ced2badcc3a6"),
            ],
            [
                ("ÄÖÜ ÄÖÜ", "c4d6dc20c4d6dc"),
                ("ÀÉ", "c0c9"),
                ("Ünïcödé", "dc6eef63f664e9"),
            ],
            // Cyrillic in Windows-1251: its code page is not detected, but it must not become Chinese.
            [("ÏÐÈÂÅÒ ÌÈÐ", "cfd0c8c2c5d220ccc8d0"), ("Êèíî", "cae8edee"), ("Ñåêòîð Ãàçà", "d1e5eaf2eef020c3e0e7e0")],
        ])
    func readsCodePagesOfTags(fields: [(text: String, hexadecimal: String)]) async throws {
        let id3v1 = fields.reduce(Data("TAG".utf8)) { tag, field in
            let bytes = Data(hexadecimal: field.hexadecimal)
            return tag + bytes + Data(count: 30 - bytes.count)
        }
        try folder.write(MusicFolder.audio("untitled.mp3") + id3v1 + Data(count: 35), to: "a.mp3")
        let song = try #require(try await FolderFetchResult(folder).music.first)
        #expect([song.title, song.artist, song.album] == fields.map(\.text))
    }

    @Test("takes no value from an old tag whose text is only white space")
    func ignoresBlankOldTags() async throws {
        let id3v1 = Data("TAG".utf8) + [0xA0, 0xA0] + Data(count: 123)
        try folder.write(MusicFolder.audio("untitled.mp3") + id3v1, to: "Name.mp3")
        #expect(try await FolderFetchResult(folder).music.map(\.title) == ["Name"])
    }

    @Test(
        "reads the names of Vorbis comments that other programs write",
        arguments: [
            (["TRACK=5/9", "DISC=2", "ALBUM ARTIST=Band", "YEAR=1999"], 5, 2, "Band", "1999", ""),
            (
                ["TRACKNUMBER=5", "TRACK=6", "ALBUM_ARTIST=Band", "ALBUM ARTIST=Band", "ALBUMARTIST=Band"], 5, nil,
                "Band", nil, ""
            ),
            (["TRACKNUMBER=0", "TRACK=6", "DATE=0000", "ORIGINALDATE=1971"], 6, nil, "", "1971", ""),
            (["UNSYNCED LYRICS=la", "DATE=14.06.2019", "YEAR=2018"], nil, nil, "", "2019-06-14", "la"),
            (["DATE=2008-05-00"], nil, nil, "", "2008-05", ""),
            (["UNSYNCEDLYRICS=lo", "LYRICS=la", "ORIGINALYEAR=1971"], nil, nil, "", "1971", "la"),
        ] as [([String], Int?, Int?, String, String?, String)])
    func readsNames(
        comments: [String], track: Int?, disc: Int?, artist: String, date: String?, lyrics: String
    ) async throws {
        try addFLAC(with: comments)
        let song = try #require(try await FolderFetchResult(folder).music.first)
        #expect((song.track, song.disc, song.artist, song.lyrics) == (track, disc, artist, lyrics))
        #expect(song.released?.description == date)
        // Without an artist, the song has that of the album.
        #expect(song.albumArtist == artist)
    }

    /// Adds `a.flac` with Vorbis comments.
    private func addFLAC(with comments: [String]) throws {
        func sized(_ text: String) -> Data {
            withUnsafeBytes(of: UInt32(text.utf8.count).littleEndian) { Data($0) } + Data(text.utf8)
        }
        let count = withUnsafeBytes(of: UInt32(comments.count).littleEndian) { Data($0) }
        let block = sized("") + count + comments.map(sized).reduce(Data(), +)
        let audio = try MusicFolder.audio("song.flac")
        // `fLaC` and the block of the stream, then this block as the last one, and frames.
        let frames = try #require(audio.range(of: Data([0xFF, 0xF8])))
        let file = audio.prefix(42) + [0x84, 0, 0, UInt8(block.count)] + block + audio[frames.lowerBound...]
        try folder.write(file, to: "a.flac")
    }

    @Test(
        "reads several artists of Vorbis comments, and shows their artist as before",
        arguments: [
            (["ARTIST=Bob", "ARTIST=Ann"], "Bob, Ann", ["Ann", "Bob"]),
            (["ARTIST=Bob & Ann", "ARTISTS=Bob", "ARTISTS=Ann"], "Bob & Ann", ["Ann", "Bob"]),
            (
                ["ARTIST=Bob", "ARTIST=Ann", "ARTISTS=Cy", "ARTISTS=Dee", "ARTISTS=Bob"], "Bob, Ann",
                ["Bob", "Cy", "Dee"]
            ),
            (["ARTIST=Bob", "ARTIST=Ann", "ARTISTS=Bob & Ann"], "Bob, Ann", ["Ann", "Bob"]),
            (["ALBUMARTIST=Bob", "ALBUMARTIST=Ann"], "Bob, Ann", ["Ann", "Bob"]),
            (["ARTIST=Bob", "ALBUMARTIST=Ann", "ALBUMARTIST=Cy"], "Bob", []),
            (["ARTIST=Bob feat. Ann", "ARTISTS=Bob"], "Bob feat. Ann", []), (["ARTIST=Bob/Ann; Cy"], "Bob/Ann; Cy", []),
        ] as [([String], String, [String])])
    func readsArtists(comments: [String], artist: String, artists: [String]) async throws {
        try addFLAC(with: comments)
        let song = try #require(try await FolderFetchResult(folder).music.first)
        #expect((song.artist, song.artists) == (artist, artists))
    }

    @Test("reads several artists of MP4, ASF and APE tags", arguments: ["m4a", "wma", "wv"])
    func readsArtists(format: String) async throws {
        for (name, artists) in [("duet", ["Ann", "Bob"]), ("artists", ["Ann", "Bob", "Cy"])] {
            try folder.add("\(name).\(format)", as: "a.\(format)")
            let song = try #require(try await FolderFetchResult(folder).music.first)
            #expect((song.artist, song.artists) == ("Bob, Ann", artists), "\(name)")
        }
    }

    @Test("measures audio whose header does not state its duration", arguments: ["wav", "aiff", "flac", "wv", "wma"])
    func measuresDuration(format: String) async throws {
        var audio = try MusicFolder.audio("retagged.\(format)")
        let fields: [(after: Data, offset: Int, value: Data)] =
            switch format {
            case "wav": [(Data("RIFF".utf8), 0, Data(count: 4)), (Data("data".utf8), 0, Data(count: 4))]
            case "aiff":
                [
                    (Data("FORM".utf8), 0, Data(count: 4)), (Data("COMM".utf8), 6, Data(count: 4)),
                    (Data("SSND".utf8), 0, Data(count: 4)),
                ]
            case "flac": [(Data("fLaC".utf8), 18, Data(count: 4))]
            case "wv": [(Data("wvpk".utf8), 8, Data(repeating: 0xFF, count: 4))]
            default: [(Data([0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11]), 56, Data(count: 8))]
            }
        for (name, offset, value) in fields {
            let start = try #require(audio.range(of: name)).upperBound + offset
            audio.replaceSubrange(start..<start + value.count, with: value)
        }
        if format == "wav" || format == "aiff" {
            let tag = audio.range(of: Data("ID3 ".utf8)) ?? audio.range(of: Data("id3 ".utf8))
            audio = try audio.prefix(#require(tag).lowerBound)
        }
        try folder.write(audio, to: "a.\(format)")
        let duration = try #require(try await FolderFetchResult(folder).music.first).duration
        #expect((.seconds(1.8)...(.seconds(2.8))).contains(duration), "\(duration)")
    }

    @Test("measures MP4 in fragments, and WAV that is truncated or has large sizes")
    func measuresFragments() async throws {
        try folder.add("fragmented.m4a", as: "a.m4a")
        #expect((.seconds(2)...(.seconds(2.2))).contains(try await duration()))
        try folder.remove("a.m4a")
        var wave = SilentAudio.wav(seconds: 4)
        try folder.write(wave.prefix(wave.count / 2), to: "a.wav")
        #expect((.seconds(1.9)...(.seconds(2))).contains(try await duration()))
        let size = withUnsafeBytes(of: UInt64(2 * SilentAudio.bytesPerSecond).littleEndian) { Data($0) }
        wave.replaceSubrange(40..<44, with: Data(repeating: 0xFF, count: 4))
        wave.replaceSubrange(
            0..<12, with: Data("RF64\u{7F}\u{7F}\u{7F}\u{7F}WAVEds64\u{10}\0\0\0".utf8) + Data(count: 8) + size)
        try folder.write(wave, to: "a.wav")
        #expect(try await duration() == .seconds(2))
    }

    private func duration() async throws -> Duration {
        try #require(try await FolderFetchResult(folder).music.first).duration
    }

    @Test("a file without audio has no duration")
    func readsNoDuration() async throws {
        try folder.write(SilentAudio.wav(seconds: 0), to: "a.wav")
        #expect(try await FolderFetchResult(folder).music.map(\.duration) == [.zero])
    }

    @Test("follows links beside a file to pictures and lyrics within the folder", arguments: [false, true])
    func followsLinksBesideFile(isAbsolute: Bool) async throws {
        let parent = isAbsolute ? "\(folder.path)/Album" : ".."
        try folder.add("untitled.mp3", as: "Album/CD1/a.mp3")
        try folder.write(Data([0xFF, 0xD8, 0xFF]), to: "Album/cover.jpg")
        try folder.write(Data("la".utf8), to: "Album/.objects/lrc")
        try folder.link("Album/CD1/cover.jpg", to: "\(parent)/cover.jpg")
        try folder.link("Album/CD1/a.lrc", to: "\(parent)/.objects/lrc")
        let first = try await FolderFetchResult(folder)
        #expect(first.music.map(\.lyrics) == ["la"])
        #expect(first.music.map { $0.artworkURL?.hasSuffix("/CD1/cover.jpg") } == [true])
        try folder.write(Data("changed".utf8), to: "Album/.objects/lrc")
        #expect(try await FolderFetchResult(folder, since: first.revision).music.map(\.lyrics) == ["changed"])
    }

    @Test("does not follow links beside a file that lead out of the folder")
    func ignoresLinksBesideFile() async throws {
        let outside = MusicFolder()
        try outside.write(Data("secret".utf8), to: "secret")
        try folder.add("untitled.mp3", as: "a.mp3")
        try folder.link("a.lrc", to: outside.path + "/secret")
        try folder.link("cover.jpg", to: outside.path + "/secret")
        let song = try #require(try await FolderFetchResult(folder).music.first)
        #expect(song.lyrics.isEmpty && song.artworkURL == nil)
    }

    @Test("notices that a picture or lyrics beside a file have changed")
    func noticesChangedNeighbours() async throws {
        try folder.add("untitled.mp3", as: "Low/a.mp3")
        let first = try await FolderFetchResult(folder)
        try folder.write(Data("la".utf8), to: "Low/a.lrc")
        let second = try await FolderFetchResult(folder, since: first.revision)
        #expect(second.music.map(\.lyrics) == ["la"])
        try folder.write(Data([0xFF, 0xD8, 0xFF]), to: "Low/front.jpg")
        let third = try await FolderFetchResult(folder, since: second.revision)
        #expect(third.music.map { $0.artworkURL?.hasSuffix("front.jpg") } == [true])
    }
}
