import FermataDomain
import Testing

extension UndoRepositoryContract {
    static let annotations: [Rule] = [
        rule("undoes bookmarks and ratings of albums and artists, step by step") { library in
            let albums = try await library.albums.results(of: AlbumQuery()).prefix(2).map { AnnotatedSubject($0) }
            let subjects = albums + [.artist("David Bowie")]
            var states: [[SubjectAnnotations]] = []
            for (edited, edit) in [
                (albums, AnnotationEdit.bookmark(true)), (subjects, .rate(.three)), (subjects, .rate(.five)),
                ([albums[0]], .bookmark(false)), (subjects, .rate(nil)),
            ] {
                states.append(try await library.annotations.annotations(of: subjects))
                try await library.annotations.edit(edited, edit)
            }
            let changes = try await library.undo.all()
            #expect(changes.actions == [.rate, .unbookmark, .rate, .rate, .bookmark])
            #expect(changes.map(\.count) == [3, 1, 3, 3, 2])
            #expect(changes.last?.subject == .annotated(albums[0]))
            for (change, state) in zip(changes, states.reversed()) {
                #expect(try await library.undo.undoLast() == change)
                #expect(try await library.annotations.annotations(of: subjects) == state)
            }
        },
        rule("stores no change of an annotation that is already set") { library in
            for _ in 1...2 { try await library.annotations.edit([.artist("David Bowie")], .bookmark(true)) }
            try await library.annotations.edit([.artist("David Bowie")], .rate(nil))
            #expect(try await library.undo.all().actions == [.bookmark])
        },
        rule("undoes a bookmark without a rating that an import has added since") { library in
            let album = AnnotatedSubject(try #require(try await library.albums.results(of: AlbumQuery()).first))
            try await library.annotations.edit([album], .bookmark(true))
            let imported = ExportedAnnotations(SubjectAnnotations(rating: .four), of: album)
            _ = try await library.annotations.add([imported], allowing: .all)
            try await library.undo.undoLast()
            #expect(try await library.annotations.annotations(of: [album]) == [SubjectAnnotations(rating: .four)])
        },
        rule("undoes a mark whose songs have left the library, not an older change instead") { library in
            let album = AnnotatedSubject(try #require(try await library.albums.results(of: AlbumQuery()).first))
            try await library.annotations.edit([.artist("David Bowie")], .rate(.one))
            try await library.annotations.edit([album], .bookmark(true))
            _ = try await library.music.refresh("radio", with: [])
            #expect(try await library.undo.all(.notExplicit).isEmpty)
            #expect(try await library.undo.undoLast()?.action == .bookmark)
            #expect(try await library.annotations.all(allowing: .all).map(\.subject) == [.artist("David Bowie")])
        },
        rule("hides changes of albums and artists without visible music, and those below") { library in
            let visible = try await library.albums.results(of: AlbumQuery(explicit: .notExplicit))
            let hidden = try await library.albums.results(of: AlbumQuery()).first { album in
                !visible.contains { $0.id == album.id }
            }
            let first = AnnotatedSubject(try #require(visible.first))
            let second = AnnotatedSubject(try #require(hidden))
            try await library.annotations.edit([first], .rate(.one))
            try await library.annotations.edit([first, second], .rate(.two))
            try await library.annotations.edit([.artist("Nobody")], .bookmark(true))
            #expect(try await library.undo.all(.notExplicit).isEmpty)
            #expect(try await library.undo.all().map(\.count) == [1, 2, 1])
            try await library.annotations.edit([.artist("David Bowie")], .rate(.one))
            #expect(try await library.undo.all(.notExplicit).map(\.subject) == [.annotated(.artist("David Bowie"))])
        },
    ]
}
