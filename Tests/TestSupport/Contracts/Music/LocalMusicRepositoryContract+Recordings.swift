import FermataDomain
import Testing

extension LocalMusicRepositoryContract {
    /// The rules for songs with MusicBrainz ids of recordings.
    static let recordingRules: [Rule] = [
        Rule("merges songs with equal recording ids, whatever their texts") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            _ = try await music.refresh("radio", with: [song("Changes", id: 1)])
            let other = RemoteMusic(
                key: "x", title: "Veränderung", artist: "", album: "Live", duration: .seconds(900), recording: id(1))
            let summary = try await music.refresh("shop", with: [other])
            #expect((summary.added, summary.merged) == (0, 1))
            let all = try await music.all()
            #expect(all.map(\.title) == ["Changes"] && all.map(\.sources) == [["radio", "shop"]])
            #expect(try await music.refresh("shop", with: [other]).unchanged == 1)
            var changed = other
            changed.genre = "Pop"
            #expect(try await music.refresh("shop", with: [changed]).updated == 1)
            #expect(try await music.count(MusicQuery()) == 1)
        },
        Rule("songs with equal recording ids stay one when a source renews its own ids") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            _ = try await music.refresh("radio", with: [song("Changes", id: 1)])
            _ = try await music.refresh(
                "shop", with: [song("CHANGES", id: 1, album: "Live"), song("Fame", id: 2, key: "f")])
            let before = try await music.all()
            let renewed = [song("CHANGES", id: 1, key: "new", album: "Live"), song("Fame", id: 3, key: "newer")]
            #expect(try await music.refresh("shop", with: renewed).removed == 2)
            #expect(try await music.all().map(\.sources) == before.map(\.sources))
            #expect(try await music.all().first?.id == before.first?.id)
        },
        Rule("never merges songs with different recording ids, even if their texts are equal") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop", "disk"])
            for (number, source) in ["radio", "shop", "disk"].enumerated() {
                #expect(try await music.refresh(source, with: [song("Changes", id: number)]).added == 1)
            }
            #expect(try await music.all().flatMap(\.sources).sorted() == ["disk", "radio", "shop"])
        },
        Rule("compares texts if a song has no recording id, but never merges different ids") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop", "disk"])
            _ = try await music.refresh("radio", with: [song("Changes", id: 1)])
            #expect(try await music.refresh("shop", with: [song("CHANGES")]).merged == 1)
            #expect(try await music.refresh("disk", with: [song("Changes", id: 2)]).added == 1)
            #expect(try await countsBySources(music) == ["radio+shop": 1, "disk": 1])
        },
        Rule("does not merge songs of one source; joins the one whose album is equal") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            let albums = [song("Changes", id: 1), song("Changes", id: 1, key: "2", album: "Best of")]
            #expect(try await music.refresh("radio", with: albums).added == 2)
            #expect(try await music.refresh("shop", with: [albums[1]]).merged == 1)
            let best = try await music.results(of: MusicQuery(text: "best of"))
            #expect(best.map(\.sources) == [["radio", "shop"]])
            #expect(try await music.refresh("shop", with: albums).merged == 1)
            #expect(try await music.all().map(\.sources) == [["radio", "shop"], ["radio", "shop"]])
        },
        Rule("merges songs when one gains the other's recording id; bookmark and rating stay") { factory in
            for gaining in ["radio", "shop"] {
                let (music, sources) = try await factory.make(sources: ["radio", "shop"])
                let other = gaining == "radio" ? "shop" : "radio"
                _ = try await music.refresh(gaining, with: [song("Changes")])
                _ = try await music.refresh(other, with: [song("Variations", id: 1)])
                let bookmarked = try #require(try await music.results(of: MusicQuery(text: "Changes")).first)
                _ = try await music.setBookmark(true, of: bookmarked.id)
                try await music.setRating(.two, of: bookmarked.id)
                #expect(try await music.refresh(gaining, with: [song("Changes", id: 1)]).updated == 1)
                let all = try await music.all()
                #expect(all.map(\.sources) == [["radio", "shop"]] && all.map(\.isBookmarked) == [true], "\(gaining)")
                #expect(all.map(\.rating) == [.two])
                #expect(all.map(\.title) == [gaining == "radio" ? "Changes" : "Variations"])
                #expect(try await music.count(MusicQuery(text: "Changes")) == (gaining == "radio" ? 1 : 0))
                #expect(try await sources.sources().map(\.count) == [1, 1])
                #expect(try await music.refresh(gaining, with: [song("Changes", id: 1)]).unchanged == 1)
                #expect(try await music.refresh(other, with: []).removed == 1)
                #expect(try await music.count(MusicQuery()) == 1)
            }
        },
        Rule("moves a song to the one whose recording id it gains") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop", "disk"])
            _ = try await music.refresh("radio", with: [song("Changes")])
            _ = try await music.refresh("shop", with: [song("Changes")])
            _ = try await music.refresh("disk", with: [song("Variations", id: 1)])
            _ = try await music.refresh("shop", with: [song("Changes", id: 1)])
            _ = try await music.refresh("radio", with: [song("Changes")])
            _ = try await music.refresh("disk", with: [song("Variations", id: 1)])
            #expect(try await countsBySources(music) == ["radio": 1, "shop+disk": 1])
        },
        Rule("splits a merged song when its sources state different recording ids") { factory in
            for changing in ["radio", "shop"] {
                for before in [nil, 1] {
                    let (music, sources) = try await factory.make(sources: ["radio", "shop"])
                    let other = changing == "radio" ? "shop" : "radio"
                    _ = try await music.refresh("radio", with: [song("Changes", id: before)])
                    _ = try await music.refresh("shop", with: [song("Changes", id: 1)])
                    _ = try await music.refresh(other, with: [song("Changes", id: 1)])
                    #expect(try await music.count(MusicQuery()) == 1)
                    _ = try await music.refresh(changing, with: [song("Changes", id: 2)])
                    _ = try await music.refresh(other, with: [song("Changes", id: 1)])
                    #expect(try await countsBySources(music) == ["radio": 1, "shop": 1], "\(changing)")
                    #expect(try await sources.sources().map(\.count) == [1, 1])
                }
            }
        },
        Rule("compares texts again when a source no longer states a recording id") { factory in
            for losing in ["radio", "shop"] {
                for title in ["Changes", "Variations"] {
                    let (music, _) = try await factory.make(sources: ["radio", "shop"])
                    let titles = ["radio": "Changes", "shop": title]
                    for source in ["radio", "shop"] {
                        _ = try await music.refresh(source, with: [song(titles[source] ?? "", id: 1)])
                    }
                    #expect(try await music.count(MusicQuery()) == 1)
                    let other = losing == "radio" ? "shop" : "radio"
                    _ = try await music.refresh(losing, with: [song(titles[losing] ?? "")])
                    _ = try await music.refresh(other, with: [song(titles[other] ?? "", id: 1)])
                    _ = try await music.refresh(losing, with: [song(titles[losing] ?? "")])
                    let expected = title == "Changes" ? ["radio+shop": 1] : ["radio": 1, "shop": 1]
                    #expect(try await countsBySources(music) == expected, "\(losing), \(title)")
                }
            }
        },
        Rule("splits a merged song whose first source is not the one that was added first") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            for source in ["shop", "radio"] { _ = try await music.refresh(source, with: [song("Changes")]) }
            for changing in ["shop", "radio"] {
                _ = try await music.refresh(changing, with: [song("Variations of \(changing)")])
                _ = try await music.refresh(changing == "shop" ? "radio" : "shop", with: [song("Changes")])
                #expect(try await countsBySources(music) == ["radio": 1, "shop": 1], "\(changing)")
                _ = try await music.refresh(changing, with: [])
                _ = try await music.refresh(changing, with: [song("Changes")])
                #expect(try await countsBySources(music) == ["radio+shop": 1], "\(changing)")
            }
        },
    ]

    private static func id(_ number: Int?) -> MusicBrainzID? {
        number.map { number in
            var bytes = SIMD16<UInt8>(repeating: 7)
            bytes[15] = UInt8(number)
            return MusicBrainzID(bytes)
        }
    }

    private static func song(
        _ title: String, id number: Int? = nil, key: String = "1", album: String = "Hunky Dory"
    ) -> RemoteMusic {
        RemoteMusic(
            key: key, title: title, artist: "David Bowie", album: album, duration: .seconds(217), recording: id(number))
    }

    /// The number of songs by the sources that provide them.
    private static func countsBySources(_ music: any MusicRepository) async throws -> [String: Int] {
        try await music.all().reduce(into: [:]) { $0[$1.sources.joined(separator: "+"), default: 0] += 1 }
    }
}
