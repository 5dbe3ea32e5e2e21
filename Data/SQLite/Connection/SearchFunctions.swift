import FermataDomain
import GRDB
import GRDBSQLite

/// The SQL functions for searches and albums.
///
/// `album_artist(album_artist, artist)` is the artist of a song's album; see `AlbumArtist`.
/// `search_text(title, artist, album)` is the text for the index. `search_rank(:search, …)` is the rank of a song among
/// the results of a search, or NULL if the song is not among them; `:search` is a `SearchMatcher`.
/// GRDB's own functions read a text up to its first NUL only.
enum SearchFunctions {
    static let text = "search_text"
    /// The rank of a row of music.
    static let rankOfRow = "search_rank(:search, title, artist, album, genre, title_key, artist_key)"
    /// The rank of a row of music in a search for albums.
    static let rankOfAlbum = """
        search_rank(:search, title, artist, \(SQLCondition.albumArtist), album, genre, album_key, album_artist_key)
        """
    /// The type of a pointer to a `SearchMatcher`.
    static let pointerType: StaticString = "SearchMatcher"

    /// Defines the functions on a connection.
    static func add(to db: Database) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        sqlite3_create_function_v2(
            db.sqliteConnection, text, 3, flags, nil,
            { context, _, values in
                var text = SearchText([])
                for index in 0..<3 { text.append(utf8: bytes(values?[index])) }
                setResult(text.indexed, of: context)
            }, nil, nil, nil)
        sqlite3_create_function_v2(
            db.sqliteConnection, "search_rank", -1, flags, nil,
            { context, count, values in
                guard count > 2, let pointer = values?[0],
                    let search = sqlite3_value_pointer(pointer, SearchFunctions.pointerType.characters)
                else { return }
                let matcher = Unmanaged<SearchMatcher>.fromOpaque(search).takeUnretainedValue()
                let texts = (1..<Int(count)).map { bytes(values?[$0]) }
                let rank = matcher.rank(of: texts.dropLast(2), keys: texts.suffix(2))
                if let rank { sqlite3_result_int(context, Int32(rank.rawValue)) }
            }, nil, nil, nil)
        sqlite3_create_function_v2(
            db.sqliteConnection, "album_artist", 2, flags, nil,
            { context, _, values in
                let names = (0..<2).map { String(decoding: bytes(values?[$0]), as: UTF8.self) }
                setResult(AlbumArtist.name(names[0], ofSongBy: names[1]), of: context)
            }, nil, nil, nil)
    }
}

/// Sets the text that a function returns.
private func setResult(_ text: String, of context: OpaquePointer?) {
    var text = text
    text.withUTF8 { bytes in
        let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        sqlite3_result_text64(context, start, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
    }
}

/// The text of an argument in UTF-8; empty for NULL.
private func bytes(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
    guard let value, let start = sqlite3_value_text(value) else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
}

extension RawStatement {
    /// Binds the search of `SearchFunctions.rankOfRow`; the statement retains it.
    func bind(_ search: SearchMatcher) {
        bind(Unmanaged.passRetained(search).toOpaque(), type: SearchFunctions.pointerType, to: "search") {
            $0.map { Unmanaged<SearchMatcher>.fromOpaque($0).release() }
        }
    }
}
