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
        Rule("songs that a source lists under new ids stay one with those of other sources") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            for source in ["radio", "shop"] { _ = try await music.refresh(source, with: songs) }
            let before = try await music.all()
            _ = try await music.setBookmark(true, of: before[1].id)
            let renewed = songs.map { song in
                var song = song
                song.key = "new \(song.key)"
                return song
            }
            var catalogues = ["radio": songs, "shop": songs]
            for source in ["shop", "radio"] {
                catalogues[source] = renewed
                #expect(try await music.refresh(source, with: renewed, revision: "v2").removed == songs.count)
                for other in ["radio", "shop", "radio"] {
                    let after = try await music.all()
                    #expect(after.map(\.id) == before.map(\.id))
                    #expect(after.allSatisfy { $0.sources == ["radio", "shop"] })
                    #expect(after.map(\.isBookmarked) == before.indices.map { $0 == 1 })
                    _ = try await music.refresh(other, with: catalogues[other, default: []])
                }
            }
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
                var returned = songs[0]
                returned.title = "Variations"
                #expect(try await music.refresh(first, with: [returned]).acceptedCount == 1)
                _ = try await music.refresh(other, with: [songs[0]])
                let all = try await music.all()
                #expect(all.map(\.title) == ["Changes", "Variations"], "\(first)")
                #expect(all.map(\.sources) == [[other], [first]])
                #expect(all.map(\.isBookmarked) == [true, false])
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
            let disk = Source(name: "disk", kind: Source.folderKind, address: "/music", added: .distantPast)
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
