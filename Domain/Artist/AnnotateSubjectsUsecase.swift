/// Bookmarks and rates albums and artists that the listener may see.
public struct AnnotateSubjectsUsecase: Sendable {
    private let annotations: any SubjectAnnotationRepository
    private let albums: any AlbumRepository
    private let artists: any ArtistRepository
    private let listener: Listener

    public init(
        annotations: any SubjectAnnotationRepository, albums: any AlbumRepository, artists: any ArtistRepository,
        listener: Listener
    ) {
        self.annotations = annotations
        self.albums = albums
        self.artists = artists
        self.listener = listener
    }

    /// Returns the albums in the order of the ids once the change is durable. All change, or none.
    ///
    /// Throws `AlbumError.notFound` before any change.
    public func execute(_ edit: AnnotationEdit, ofAlbums ids: [AlbumID]) async throws -> [Album] {
        var found: [Album] = []
        for id in ids { found.append(try await find(id)) }
        try await annotations.edit(found.map { AnnotatedSubject($0) }, edit)
        for index in found.indices { edit.apply(to: &found[index].annotations) }
        return found
    }

    /// Returns the artists in the order of the names once the change is durable. All change, or none.
    ///
    /// Throws `ArtistError.notFound` before any change.
    public func execute(_ edit: AnnotationEdit, ofArtists names: [String]) async throws -> [AnnotatedArtist] {
        var found: [Artist] = []
        for name in names { found.append(try await find(name)) }
        try await annotations.edit(found.map { .artist($0.name) }, edit)
        return try await annotations.annotated(found)
    }

    /// Returns what is set on albums and artists, in their order, once the change is durable. All change, or none.
    ///
    /// Throws `AlbumError.notFound` and `ArtistError.notFound` before any change.
    public func execute(_ edit: AnnotationEdit, of subjects: [AnnotatedSubject]) async throws -> [SubjectAnnotations] {
        var found: [AnnotatedSubject] = []
        for subject in subjects {
            switch subject {
            case .album(let id, _, _): found.append(AnnotatedSubject(try await find(id)))
            case .artist(let name): found.append(.artist(try await find(name).name))
            }
        }
        try await annotations.edit(found, edit)
        return try await annotations.annotations(of: found)
    }

    /// Returns the artist with exactly this name. Throws `ArtistError.notFound`.
    public func artist(_ name: String) async throws -> AnnotatedArtist {
        try await annotations.annotated([try await find(name)])[0]
    }

    private func find(_ id: AlbumID) async throws -> Album {
        guard let album = try await albums.album(id, allowing: listener.filter) else {
            throw AlbumError.notFound(id.description)
        }
        return album
    }

    private func find(_ name: String) async throws -> Artist {
        guard let artist = try await artists.artist(name, allowing: listener.filter) else {
            throw ArtistError.notFound(name)
        }
        return artist
    }
}

/// An artist, and what a person has set on it.
public struct AnnotatedArtist: Equatable, Sendable {
    public var artist: Artist
    public var annotations: SubjectAnnotations

    public init(_ artist: Artist, _ annotations: SubjectAnnotations = SubjectAnnotations()) {
        (self.artist, self.annotations) = (artist, annotations)
    }
}

extension SubjectAnnotationRepository {
    /// Returns artists with their annotations, in the same order.
    func annotated(_ artists: [Artist]) async throws -> [AnnotatedArtist] {
        zip(artists, try await annotations(of: artists.map { .artist($0.name) })).map { AnnotatedArtist($0, $1) }
    }
}

extension ArtistRepository {
    /// Returns the artist of songs or albums with exactly this name; nil without music that the filter allows.
    func artist(_ name: String, allowing filter: ExplicitFilter) async throws -> Artist? {
        try await artistsOfSongsOrAlbums(named: [name], allowing: filter).first
    }

    /// Returns the artists of exactly these names, in the order of the names. One of albums alone has no tracks.
    func artistsOfSongsOrAlbums(named names: [String], allowing filter: ExplicitFilter) async throws -> [Artist] {
        let names = names.filter { !$0.isBlank }
        let ofSongs = try await artists(named: names, allowing: filter)
        if ofSongs.count == names.count { return ofSongs }
        let found = Dictionary(ofSongs.map { (ArtistName($0.name), $0) }) { first, _ in first }
        var all: [Artist] = []
        for name in names.map({ ArtistName($0) }) {
            if let artist = found[name] {
                all.append(artist)
            } else if let spelling = try await spelling(of: name, allowing: filter) {
                all.append(Artist(name: spelling, trackCount: 0))
            }
        }
        return all
    }
}
