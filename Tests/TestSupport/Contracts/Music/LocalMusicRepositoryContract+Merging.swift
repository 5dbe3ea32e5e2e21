import FermataDomain
import Foundation
import Testing

extension LocalMusicRepositoryContract {
    /// The rules for recordings that several sources provide.
    static let mergingRules: [Rule] = [
        Rule("merges the same recording of two sources into one row with both names") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            _ = try await music.refresh("radio", with: songs)
            var same = songs[0]
            (same.key, same.title, same.duration) = ("x", "CHANGES", .seconds(218))
            var other = songs[1]
            (other.key, other.duration) = ("y", .seconds(500))
            let summary = try await music.refresh("shop", with: [same, other])
            #expect((summary.added, summary.merged) == (1, 1))
            #expect(try await music.count(MusicQuery()) == 7)
            let both = try #require(try await music.results(of: MusicQuery(text: "Changes")).first)
            #expect(both.sources == ["radio", "shop"] && both.title == "Changes")
            #expect(try await music.count(MusicQuery(source: "shop")) == 2)
            _ = try await music.refresh("radio", with: Array(songs.dropFirst()))
            _ = try await music.refresh("shop", with: [same, other])
            let left = try #require(try await music.results(of: MusicQuery(text: "Changes")).first)
            #expect(left.id == both.id && left.sources == ["shop"] && left.title == "CHANGES")
        },
        Rule("merges random records of two sources as SongMerging does") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            var random = SeededGenerator(1)
            let pairs = (0..<120).map { number in
                (record(number, "radio", &random), record(number, "shop", &random))
            }
            _ = try await music.refresh("radio", with: pairs.map(\.0))
            _ = try await music.refresh("shop", with: pairs.map(\.1))
            let songs = Dictionary(grouping: try await music.all(), by: \.genre)
            for (number, (first, second)) in pairs.enumerated() {
                var expected = Music(id: MusicID(0), title: "", sources: ["radio"])
                expected.merge(first, from: "radio")
                let found = songs["\(number)", default: []]
                let joins = SongMerging.joins(second, expected, with: [first.recording].compactMap { $0 })
                #expect((found.count == 1) == joins, "\(number)")
                guard let song = found.first, joins else { continue }
                expected.sources = song.sources
                expected.merge(second, from: "shop")
                #expect((song.title, song.artist, song.artists) == (expected.title, expected.artist, expected.artists))
                #expect((song.explicit, song.audioURL) == (expected.explicit, expected.audioURL), "\(number)")
            }
            #expect(Set(songs.values.map(\.count)) == [1, 2])
        },
        Rule("songs that a source lists under new ids stay one with those of other sources") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            for source in ["radio", "shop"] { _ = try await music.refresh(source, with: songs) }
            let before = try await music.all()
            _ = try await music.setBookmark(true, of: before[1].id)
            try await music.setRating(.four, of: before[1].id)
            let renewed = songs.map { renew($0) }
            var catalogues = ["radio": songs, "shop": songs]
            for source in ["shop", "radio"] {
                catalogues[source] = renewed
                #expect(try await music.refresh(source, with: renewed, revision: "v2").removed == songs.count)
                for other in ["radio", "shop", "radio"] {
                    let after = try await music.all()
                    #expect(after.map(\.id) == before.map(\.id))
                    #expect(after.allSatisfy { $0.sources == ["radio", "shop"] })
                    #expect(after.map(\.isBookmarked) == before.indices.map { $0 == 1 })
                    #expect(after.map(\.rating) == before.indices.map { $0 == 1 ? .four : nil })
                    _ = try await music.refresh(other, with: catalogues[other, default: []])
                }
            }
        },
        Rule("a song that its only source lists under a new id stays the same song") { factory in
            let time = TestTime()
            let (music, sources) = try await factory.make(sources: ["radio"], time: time)
            _ = try await music.refresh("radio", with: songs)
            let before = try await music.all()
            _ = try await music.setBookmark(true, of: before[1].id)
            try await music.setRating(.four, of: before[1].id)
            for number in 1...2 {
                time.advance(by: 100)
                var renewed = songs.map { renew($0, "\(number)") }
                renewed[0].genre = "Pop \(number)"
                let summary = try await music.refresh("radio", with: renewed)
                #expect((summary.added, summary.updated, summary.removed) == (0, songs.count, 0))
                let after = try await music.all()
                #expect(after.map(\.id) == before.map(\.id) && after.map(\.added) == before.map(\.added))
                #expect(after.map(\.isBookmarked) == before.indices.map { $0 == 1 })
                #expect(after.map(\.rating) == before.indices.map { $0 == 1 ? .four : nil })
                #expect(after.contains { $0.genre == "Pop \(number)" })
                #expect(try await music.refresh("radio", with: renewed).unchanged == songs.count)
                #expect(try await sources.sources().map(\.count) == [songs.count])
            }
            for _ in 1...2 { _ = try await music.refresh("radio", with: songs) }
            #expect(try await music.all().map(\.id) == before.map(\.id))
        },
        Rule("a new song of a source replaces a missing one only if both are one recording") { factory in
            var (other, longer, similar) = (renew(songs[0]), renew(songs[0]), renew(songs[0]))
            other.title = "Variations"
            longer.duration += .seconds(SongMerging.durationTolerance + 1)
            similar.duration += .seconds(SongMerging.durationTolerance)
            similar.title = songs[0].title.uppercased()
            var (identified, renamed) = (songs[0], other)
            identified.recording = MusicBrainzID("f2a36b0c-7f4d-4a40-9ba5-5ec4e2b8d0a1")
            renamed.recording = identified.recording
            var different = renew(identified)
            different.recording = MusicBrainzID("0a1b2c3d-7f4d-4a40-9ba5-5ec4e2b8d0a1")
            for (former, new, isSame) in [
                (songs[0], other, false), (songs[0], longer, false), (songs[0], similar, true),
                (identified, renamed, true), (identified, different, false),
            ] {
                let (music, _) = try await factory.make(sources: ["radio"])
                _ = try await music.refresh("radio", with: [former, songs[1]])
                let before = try #require(try await music.results(of: MusicQuery(text: "Changes")).first)
                _ = try await music.setBookmark(true, of: before.id)
                let summary = try await music.refresh("radio", with: [new, songs[1]])
                #expect(summary.removed == (isSame ? 0 : 1), "\(new)")
                let after = try #require(try await music.results(of: MusicQuery(text: new.title)).first)
                #expect((after.id == before.id, after.isBookmarked) == (isSame, isSame), "\(new)")
            }
        },
        Rule("of two equal songs of a source, the remaining one stays what it is") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            let copies = [songs[0], renew(songs[0])]
            _ = try await music.refresh("radio", with: copies)
            let before = try await music.all().map(\.id)
            for copy in copies {
                #expect(try await music.refresh("radio", with: [copy]).removed == 1)
                #expect(try await music.refresh("radio", with: copies).added == 1)
                #expect(try await music.all().map(\.id) == before)
            }
            let renewed = copies.map { renew($0, "again") }
            #expect(try await music.refresh("radio", with: renewed).removed == 0)
            #expect(try await music.all().map(\.id) == before)
        },
        Rule("two records of a source never share a row, also if a former id comes back") { factory in
            let (music, sources) = try await factory.make(sources: ["radio", "shop"])
            var other = songs[0]
            other.key = "other"
            _ = try await music.refresh("radio", with: [songs[0], songs[1]])
            _ = try await music.refresh("shop", with: [songs[0]])
            _ = try await music.refresh("radio", with: [songs[1]])
            #expect(try await music.refresh("radio", with: [other, songs[1]]).merged == 1)
            let bookmarked = try #require(try await music.results(of: MusicQuery(text: "Changes")).first)
            _ = try await music.setBookmark(true, of: bookmarked.id)
            _ = try await music.refresh("radio", with: [other, songs[0], songs[1]], revision: "v1")
            #expect(try await music.beginSync(over: "radio").revision == nil)
            #expect(try await music.refresh("radio", with: [other, songs[0], songs[1]]).added == 1)
            let both = try await music.results(of: MusicQuery(text: "Changes"))
            #expect(Set(both.map(\.sources)) == [["radio"], ["radio", "shop"]])
            #expect(Set(both.map(\.id)).count == 2)
            #expect(both.filter(\.isBookmarked).map(\.id) == [bookmarked.id])
            #expect(try await music.refresh("radio", with: [other, songs[1]]).removed == 1)
            try await sources.remove(named: "shop", keepingBookmarked: false)
            let left = try await music.results(of: MusicQuery(text: "Changes"))
            #expect(left.map(\.sources) == [["radio"]])
            #expect(try await music.refresh("radio", with: [other, songs[1]]).acceptedCount == 2)
            #expect(try await music.count(MusicQuery()) == 2)
        },
        Rule("a record that returns as another song does not replace that of other sources") { factory in
            for first in ["radio", "shop"] {
                let (music, _) = try await factory.make(sources: ["radio", "shop"])
                let other = first == "radio" ? "shop" : "radio"
                for source in [first, other] { _ = try await music.refresh(source, with: [songs[0]]) }
                _ = try await music.refresh(first, with: [])
                _ = try await music.setBookmark(true, of: try await music.all().map(\.id))
                _ = try await music.setRating(.three, of: try await music.all().map(\.id))
                var returned = songs[0]
                returned.title = "Variations"
                #expect(try await music.refresh(first, with: [returned]).acceptedCount == 1)
                _ = try await music.refresh(other, with: [songs[0]])
                let all = try await music.all()
                #expect(all.map(\.title) == ["Changes", "Variations"], "\(first)")
                #expect(all.map(\.sources) == [[other], [first]])
                #expect(all.map(\.isBookmarked) == [true, false])
                #expect(all.map(\.rating) == [.three, nil])
            }
        },
        Rule("keeps a shared recording explicit if any source ever marked it explicit") { factory in
            for explicit in ["radio", "shop"] {
                for first in ["radio", "shop"] {
                    let (music, _) = try await factory.make(sources: ["radio", "shop"])
                    let other = explicit == "radio" ? "shop" : "radio"
                    for source in [first, first == "radio" ? "shop" : "radio"] {
                        _ = try await music.refresh(source, with: [song(source == explicit ? .explicit : .clean)])
                    }
                    #expect(try await music.all().map(\.explicit) == [.explicit], "\(explicit), \(first) first")
                    #expect(try await music.refresh(other, with: [song(.clean, genre: "Pop")]).updated == 1)
                    #expect(try await music.all().map(\.explicit) == [.explicit])
                    #expect(try await music.count(MusicQuery(explicit: .notExplicit)) == 0)
                    _ = try await music.refresh(explicit, with: [songs[1]])
                    _ = try await music.refresh(other, with: [song(.clean, genre: "Pop")])
                    #expect(try await music.results(of: MusicQuery(text: "Changes")).map(\.explicit) == [.clean])
                }
            }
        },
        Rule("prefers a file of a folder as the audio of a shared recording") { factory in
            let (music, sources) = try await factory.make(sources: ["radio"])
            let disk = SampleForms.prepare(
                Source(name: "disk", kind: "folder", address: "/music", added: .distantPast))
            try await sources.add(disk)
            var (remote, file) = (songs[0], songs[0])
            let (stream, local) = ("http://radio.example/a.mp3", "file:///music/a.mp3")
            (remote.audioURL, file.audioURL) = (stream, local)
            _ = try await music.refresh("radio", with: [remote, songs[1]])
            try await checkAudio(stream, of: music, isDownloaded: false, "without the folder")
            _ = try await music.refresh("disk", with: [file])
            try await checkAudio(local, of: music, isDownloaded: true, "with the folder")
            _ = try await music.refresh("radio", with: [songs[1]])
            try await checkAudio(local, of: music, isDownloaded: true, "after the other source has left")
            _ = try await music.refresh("radio", with: [remote, songs[1]])
            remote.genre = "Pop"
            _ = try await music.refresh("radio", with: [remote, songs[1]])
            try await checkAudio(local, of: music, isDownloaded: true, "after the other source changed")
            _ = try await music.refresh("disk", with: [songs[2]])
            _ = try await music.refresh("radio", with: [remote, songs[1]])
            try await checkAudio(stream, of: music, isDownloaded: false, "after the file has left")
            _ = try await music.refresh("disk", with: [file])
            try await checkAudio(local, of: music, isDownloaded: true, "after the file has returned")
            file.title = "Other title"
            _ = try await music.refresh("disk", with: [file])
            _ = try await music.refresh("radio", with: [remote, songs[1]])
            try await checkAudio(stream, of: music, isDownloaded: false, "after the file became another song")
        },
        Rule("marks a shared recording explicit as soon as one source does") { factory in
            for explicit in ["radio", "shop"] {
                let (music, _) = try await factory.make(sources: ["radio", "shop"])
                for source in ["radio", "shop"] { _ = try await music.refresh(source, with: [song(.clean)]) }
                #expect(try await music.all().map(\.explicit) == [.clean])
                _ = try await music.refresh(explicit, with: [song(.explicit)])
                #expect(try await music.all().map(\.explicit) == [.explicit], "\(explicit)")
            }
        },
        Rule(
            "splits a merged row when one source changes its recording",
            { factory in
                for changing in ["radio", "shop"] {
                    let (music, _) = try await factory.make(sources: ["radio", "shop"])
                    for source in ["radio", "shop"] {
                        _ = try await music.refresh(source, with: [songs[0]], revision: "v1")
                    }
                    #expect(try await music.count(MusicQuery()) == 1)
                    var other = songs[0]
                    other.title = "Variations"
                    _ = try await music.refresh(changing, with: [other])
                    let rest = changing == "radio" ? "shop" : "radio"
                    _ = try await music.refresh(rest, with: [songs[0]])
                    let all = try await music.all()
                    #expect(all.map(\.title) == ["Changes", "Variations"])
                    #expect(all.map(\.sources) == [[rest], [changing]])
                }
            }),
        Rule("does not merge different songs whose names are symbols only") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            _ = try await music.refresh("radio", with: [RemoteMusic(key: "1", title: "+", artist: "Ed")])
            _ = try await music.refresh("shop", with: [RemoteMusic(key: "2", title: "÷", artist: "Ed")])
            #expect(try await music.count(MusicQuery()) == 2)
        },
        Rule("merges names without letters or digits only if their text is equal") { factory in
            for name in ["!!!", "?", "+", "@"] {
                let (music, _) = try await factory.make(sources: ["radio", "shop"])
                let song = RemoteMusic(key: "1", title: name, artist: name, album: name)
                _ = try await music.refresh("radio", with: [song])
                let summary = try await music.refresh("shop", with: [song])
                #expect((summary.added, summary.merged) == (0, 1))
                #expect(try await music.all().map(\.sources) == [["radio", "shop"]])
                #expect(try await music.refresh("shop", with: [song]).unchanged == 1)
            }
        },
    ]

    /// A random record that may be the same recording as others with its number.
    private static func record(_ number: Int, _ source: String, _ random: inout SeededGenerator) -> RemoteMusic {
        func any<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }
        let ids = [2 * number + 1, 2 * number + 2].map { MusicBrainzID(SIMD16(repeating: UInt8($0))) }
        return RemoteMusic(
            key: "\(number)", title: any(["Changes", "CHANGES!", "Variations", "!!!", "???"]),
            artist: any(["Queen", "queen", "", "!!!"]), artists: any([[], ["Queen", "Cher"]]), album: "Album \(number)",
            duration: .seconds(any([0, 2, 3])), genre: "\(number)",
            audioURL: any([nil, "file:///\(source).mp3", "http://a.example/\(source).mp3"]),
            explicit: any(ExplicitStatus.allCases), recording: any([nil, nil, nil] + ids))
    }

    /// The same song under a new id.
    private static func renew(_ song: RemoteMusic, _ prefix: String = "new") -> RemoteMusic {
        var song = song
        song.key = "\(prefix) \(song.key)"
        return song
    }

    /// Checks the audio of the song Changes.
    private static func checkAudio(
        _ audio: String, of music: any MusicRepository, isDownloaded: Bool, _ step: Comment
    ) async throws {
        let found = try #require(try await music.results(of: MusicQuery(text: "Changes")).first)
        #expect((found.audioURL, found.isDownloaded) == (audio, isDownloaded), step)
        let queries = [MusicQuery(text: "Changes is:downloaded"), MusicQuery(text: "Changes", downloadedOnly: true)]
        for query in queries { #expect(try await music.count(query) == (isDownloaded ? 1 : 0), step) }
    }

    private static func song(_ explicit: ExplicitStatus, genre: String? = nil) -> RemoteMusic {
        RemoteMusic(key: "1", title: "Changes", artist: "David Bowie", genre: genre, explicit: explicit)
    }
}
