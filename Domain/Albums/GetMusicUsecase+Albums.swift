extension GetMusicUsecase {
    /// Returns the name of the one album with the typed name, or else of the one whose name contains the typed text.
    ///
    /// Only albums of songs that pass the filters of `query` count. Albums whose names compare equal are one. Throws
    /// `AlbumError`, with up to ten candidates.
    public func findAlbum(_ typed: String, in query: MusicQuery = MusicQuery()) async throws -> String {
        var exact = query
        exact.album = AlbumSelection(typed)
        if let name = try await albums(of: exact, limit: 1).first { return name }
        guard !typed.isBlank else { throw AlbumError.notFound(typed) }
        var containing = query
        containing.text = SearchQuery.albumText(typed)
        let names = try await albums(of: containing, limit: Candidates.limit)
        guard let name = names.first else { throw AlbumError.notFound(typed) }
        guard names.count == 1 else {
            throw AlbumError.ambiguousName(typed, candidates: names.map { Album(id: AlbumID(0), name: $0) })
        }
        return name
    }

    /// The first names of the albums of a query's songs, in their order.
    private func albums(of query: MusicQuery, limit: Int) async throws -> [String] {
        var query = query
        (query.order, query.includesDetails) = (.album, false)
        var names: [String] = []
        var last: SortKey?
        for try await batch in batches(of: query) {
            for song in batch where SortKey(song.album) != last {
                last = SortKey(song.album)
                names.append(song.album)
                if names.count == limit { return names }
            }
        }
        return names
    }
}

extension SearchQuery {
    /// The search for albums whose names contain a text.
    fileprivate static func albumText(_ text: String) -> String {
        "\(SearchField.album.rawValue):\"\(String(text.map { SearchParser.isQuote($0) ? " " : $0 }))\""
    }
}
