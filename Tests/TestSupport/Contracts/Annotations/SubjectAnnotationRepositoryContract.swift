public import FermataDomain
import Testing

/// The rules of every `SubjectAnnotationRepository`.
public enum SubjectAnnotationRepositoryContract {
    public typealias Rule = ContractRule<AlbumRepositoryFactory>
    private static let low = AnnotatedSubject.album(AlbumID(1), name: "Low", artist: "David Bowie")
    private static let heroes = AnnotatedSubject.album(AlbumID(2), name: "Heroes", artist: "David Bowie")

    public static let rules: [Rule] = [
        rule("sets and removes bookmarks and ratings, each without the other") { annotations in
            let subjects = [low, heroes, .artist("Low")]
            try await annotations.edit([low, .artist("Low")], .bookmark(true))
            try await annotations.edit(subjects, .rate(.four))
            try await annotations.edit([low], .bookmark(false))
            try await annotations.edit([heroes], .rate(nil))
            let expected = [
                SubjectAnnotations(rating: .four), SubjectAnnotations(),
                SubjectAnnotations(isBookmarked: true, rating: .four),
            ]
            #expect(try await annotations.annotations(of: subjects) == expected)
            #expect(try await annotations.all(allowing: .all).count == 2)
        },
        rule("artists are one if their names compare equal, and are not albums of the name") { annotations in
            try await annotations.edit([.artist("Björk"), .artist("!!!"), low], .bookmark(true))
            let names = ["BJORK", "!!!", "???", "Low", "Bjork Gudmundsdottir"]
            let found = try await annotations.annotations(of: names.map { .artist($0) })
            #expect(found.map(\.isBookmarked) == [true, true, false, false, false])
        },
        rule("returns all by artist, then album, as they were named last") { annotations in
            let renamed = AnnotatedSubject.album(AlbumID(2), name: "“Heroes”", artist: "David Bowie")
            for subject in [low, .artist("Zoë"), .artist("David Bowie"), heroes, renamed] {
                try await annotations.edit([subject], .rate(subject == heroes ? .one : .two))
            }
            let all = try await annotations.all(allowing: .all)
            #expect(all.map(\.subject) == [.artist("David Bowie"), renamed, low, .artist("Zoë")])
            #expect(all.allSatisfy { $0.annotations == SubjectAnnotations(rating: .two) })
        },
        rule("adds what is missing, and changes nothing") { annotations in
            try await annotations.edit([low], .rate(.two))
            let both = SubjectAnnotations(isBookmarked: true, rating: .five)
            let added = [low, .artist("Ann")].map { ExportedAnnotations(both, of: $0) }
            #expect(try await annotations.add(added, allowing: .all) == [.added, .added])
            #expect(try await annotations.add(added, allowing: .all) == [.existing, .existing])
            let found = try await annotations.annotations(of: added.map(\.subject))
            #expect(found == [SubjectAnnotations(isBookmarked: true, rating: .two), both])
        },
        Rule("hides albums and artists without music that a filter allows") { factory in
            let library = try await factory.make(LibrarySeed(SampleMusic.all))
            let music = try await library.music.all()
            let explicit = try #require(
                music.first { song in
                    song.explicit == .explicit && !song.artist.isEmpty
                        && MusicQuery(artist: song.artist).results(from: music).count == 1
                })
            let clean = try #require(music.first { $0.explicit == .clean && !$0.artist.isEmpty })
            let hidden = ExportedAnnotations(SubjectAnnotations(isBookmarked: true), of: .artist(explicit.artist))
            try await library.annotations.edit([hidden.subject, .artist(clean.artist), low], .bookmark(true))
            let visible = try await library.annotations.all(allowing: .notExplicit).map(\.subject)
            #expect(visible == [.artist(clean.artist)])
            for _ in 1...2 {
                #expect(try await library.annotations.add([hidden], allowing: .notExplicit) == [.added])
            }
        },
        Rule("keeps annotations of albums whose songs leave the library and return") { factory in
            let library = try await factory.make(LibrarySeed(SampleMusic.all))
            let album = try #require(try await library.albums.results(of: AlbumQuery()).first)
            try await library.annotations.edit([AnnotatedSubject(album)], .bookmark(true))
            _ = try await library.music.refresh("radio", with: [])
            #expect(try await library.albums.results(of: AlbumQuery(bookmarkedOnly: true)).isEmpty)
            _ = try await library.music.refresh("radio", with: SampleMusic.all)
            let marked = try await library.albums.results(of: AlbumQuery(bookmarkedOnly: true))
            #expect(marked.map(\.id) == [album.id] && marked[0].annotations.isBookmarked)
        },
    ]

    private static func rule(
        _ name: String,
        _ check: @escaping @Sendable (any SubjectImportRepository) async throws -> Void
    ) -> Rule {
        Rule(name) { factory in try await check(try await factory.make(LibrarySeed()).annotations) }
    }
}
