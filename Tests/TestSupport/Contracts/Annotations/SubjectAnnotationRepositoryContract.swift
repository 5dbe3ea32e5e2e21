import FermataDomain
import Foundation
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
        rule("the time of a bookmark leaves with it, and other changes keep it") { annotations in
            try await annotations.edit([low], .bookmark(true))
            let first = try #require(try await annotations.bookmarkTimes().first)
            try await annotations.edit([low], .rate(.four))
            #expect(try await annotations.bookmarkTimes() == [first])
            try await annotations.edit([low], .bookmark(false))
            #expect(try await annotations.bookmarkTimes() == [nil])
            let added = ExportedAnnotations(SubjectAnnotations(isBookmarked: true), of: low)
            #expect(try await annotations.add([added], allowing: .all) == [.added])
            #expect(try await annotations.bookmarkTimes() == [nil])
        },
        rule("adds bookmarks with their times, and keeps those of existing ones") { annotations in
            let time = Date(timeIntervalSince1970: 1_600_000_000)
            for time in [time, time + 60] {
                let added = ExportedAnnotations(SubjectAnnotations(isBookmarked: true, bookmarked: time), of: low)
                _ = try await annotations.add([added], allowing: .all)
            }
            #expect(try await annotations.bookmarkTimes() == [time])
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
        Rule("annotations of an album stay while its name gains and loses releases") { factory in
            let library = try await factory.make(LibrarySeed([song(1)]))
            try await library.edit(.bookmark(true), albumOf: 1)
            _ = try await library.music.refresh("radio", with: [song(1), song(2), song(nil)])
            #expect(try await library.bookmarked() == [1, 2, nil])
            // An annotation of its own replaces that of the name, even if it removes it.
            try await library.edit(.bookmark(false), albumOf: 1)
            try await library.edit(.rate(.four), albumOf: 2)
            #expect(try await library.bookmarked() == [2, nil])
            let unmarked = try await library.albums.results(of: AlbumQuery(text: "-is:bookmarked"))
            #expect(unmarked.map(\.release) == [.known(release(1))])
            _ = try await library.music.refresh("radio", with: [song(2)])
            let only = try #require(try await library.albums.results(of: AlbumQuery(bookmarkedOnly: true)).first)
            #expect(only.release == .any)
            #expect(only.annotations == SubjectAnnotations(isBookmarked: true, rating: .four))
            #expect(try await library.annotations.annotations(of: [AnnotatedSubject(only)]) == [only.annotations])
            for edit in [AnnotationEdit.bookmark(false), .rate(nil)] { try await library.edit(edit, albumOf: 2) }
            #expect(try await library.annotations.annotations(of: [AnnotatedSubject(only)]) == [SubjectAnnotations()])
            _ = try await library.music.refresh("radio", with: [song(1), song(2)])
            let all = try await library.albums.results(of: AlbumQuery()).map(\.annotations)
            #expect(all == [SubjectAnnotations(), SubjectAnnotations()])
        },
        Rule("the annotation of a release counts for the album that has no other one") { factory in
            let library = try await factory.make(LibrarySeed([song(1), song(2, explicit: .explicit)]))
            try await library.edit(.rate(.five), albumOf: 1)
            #expect(try await library.albums.results(of: AlbumQuery(text: "rating:5")).map(\.songCount) == [1])
            let restricted = AlbumQuery(text: "rating:5", explicit: .notExplicit)
            #expect(try await library.albums.results(of: restricted).map(\.annotations.rating) == [.five])
            #expect(try await library.annotations.all(allowing: .notExplicit).map(\.annotations.rating) == [.five])
            _ = try await library.music.refresh("radio", with: [song(1)])
            #expect(try await library.albums.results(of: AlbumQuery(text: "rating:5")).map(\.release) == [.any])
            _ = try await library.music.refresh("radio", with: [song(2)])
            #expect(try await library.albums.results(of: AlbumQuery(text: "rating:5")).isEmpty)
        },
    ]

    /// A song of one album name with a release, or without one.
    private static func song(_ number: Int?, explicit: ExplicitStatus = .clean) -> RemoteMusic {
        RemoteMusic(
            key: number.map(String.init) ?? "none", title: "Song", artist: "Ann", album: "Low",
            duration: .seconds(60 + (number ?? 0)), explicit: explicit, release: number.map(release))
    }

    fileprivate static func release(_ number: Int) -> MusicBrainzID {
        MusicBrainzID(SIMD16(repeating: UInt8(number)))
    }

    private static func rule(
        _ name: String,
        _ check: @escaping @Sendable (any SubjectImportRepository) async throws -> Void
    ) -> Rule {
        Rule(name) { factory in try await check(try await factory.make(LibrarySeed()).annotations) }
    }
}

extension SubjectAnnotationRepository {
    /// The time of the bookmark of each annotated album and artist.
    fileprivate func bookmarkTimes() async throws -> [Date?] {
        try await all(allowing: .all).map(\.annotations.bookmarked)
    }
}

extension AlbumLibrary {
    /// Changes the annotation of the album that has a release, or may have any.
    fileprivate func edit(_ edit: AnnotationEdit, albumOf number: Int) async throws {
        let release = SubjectAnnotationRepositoryContract.release(number)
        let album = try await albums.results(of: AlbumQuery()).first { $0.release.contains(release) }
        try await annotations.edit([AnnotatedSubject(try #require(album))], edit)
    }

    /// The numbers of the releases of the bookmarked albums.
    fileprivate func bookmarked() async throws -> [Int?] {
        let found = try await albums.results(of: AlbumQuery(bookmarkedOnly: true)).map(\.release)
        let numbers = [1, 2].filter { found.contains(.known(SubjectAnnotationRepositoryContract.release($0))) }
        return numbers.map(Optional.init) + (found.contains(.without) ? [nil] : [])
    }
}
