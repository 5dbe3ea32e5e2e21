package import FermataDomain

/// Provides what a server with the OpenSubsonic protocol has: songs, playlists, stars, ratings and lyrics; and sends it plays.
package struct SubsonicRepository: Sendable {
    let source: Source
    let connections: SubsonicConnections

    /// Throws `SourceError.invalidAddress`.
    package init(_ source: Source, _ connections: SubsonicConnections) throws(SourceError) {
        _ = try SubsonicServer(source.address)
        (self.source, self.connections) = (source, connections)
    }

    /// The address as the library stores it. Throws `SourceError.invalidAddress`.
    package static func address(_ address: String) throws(SourceError) -> String {
        try SubsonicServer(address).address
    }
}

extension SubsonicRepository: RemoteMusicRepository {
    /// The start of each revision. A new format makes the next sync read all songs.
    private static let format = "3 "

    package func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch(retriesRequests: true) { send in
            try await connections.read(source) { reader in
                let before = try await ServerState(reader)
                if let known = before.revision, revision == Self.format + known { return .unchanged }
                var fetch = SongFetch(reader, send)
                let isComplete = try await fetch.run(total: before.count)
                let after = try await ServerState(reader)
                // Songs may be missing from pages that were read while the server changed them.
                guard isComplete, after == before, !after.isScanning else { return .partial }
                return .complete(revision: after.revision.map { Self.format + $0 })
            }
        }
    }
}

/// Fetches all songs of a server, each once.
///
/// Pages and albums that the server does not send are rejected, and the others are read.
struct SongFetch {
    /// Forms of the query that finds everything: servers accept one or both.
    private static let queries = ["", "\"\""]
    private let reader: SubsonicReader
    private let send: RemoteFetch<RemoteBatch>.Send
    private var known: Set<UInt64> = []
    private var position = 0
    /// The number of songs, videos and invalid songs that the server has sent.
    private var count = 0
    /// The number of pages and albums that the server did not send.
    private var unreadableCount = 0
    private var pagesWithoutSongs = 0

    init(_ reader: SubsonicReader, _ send: @escaping RemoteFetch<RemoteBatch>.Send) {
        (self.reader, self.send) = (reader, send)
    }

    /// Searches for everything. If that may have returned fewer songs than the server has, reads every album as well.
    ///
    /// `total` is the number of songs by the server's own count; nil if it is unknown. Returns whether the server sent
    /// every part, and both agree: the server's count is reached, or its albums have no other song. Throws
    /// `SourceFailure`.
    mutating func run(total: Int?) async throws -> Bool {
        for query in Self.queries where count == 0 && unreadableCount == 0 {
            do {
                try await search(query, total: total)
            } catch is SubsonicError where count == 0 {
                continue  // the server does not support this search
            } catch let failure as SourceFailure where count == 0 && failure.showsUnknownMethod {
                continue
            }
        }
        let found = count
        if let total, found > 0, found >= total { return unreadableCount == 0 }
        let albums = try await albums()
        if unreadableCount == 0, total == nil, let counted = albums.songCount, found > 0, found >= counted {
            return true
        }
        for album in albums.list { try await read(album) }
        return unreadableCount == 0 && (found == 0 || count == found || total.map { count >= $0 } ?? false)
    }

    private mutating func search(_ query: String, total: Int?) async throws {
        var walk = PageWalk()
        while let offset = walk.nextOffset {
            let isFirst = offset == 0
            do {
                let page = try await reader.call(
                    SubsonicRequest(
                        "search3",
                        [
                            ("query", query), ("artistCount", "0"), ("albumCount", "0"),
                            ("songCount", "\(PageWalk.pageSize)"), ("songOffset", "\(offset)"),
                        ]),
                    limit: PageWalk.pageSize, retriesContent: !isFirst, returning: SongPage.self)
                walk.receive(count: page.songs.count, newCount: try await add(page))
            } catch {
                if isFirst, count == 0, error.showsUnsupportedSearch { throw error }
                let cause = try await reader.reason(for: error)
                // Some servers report an error for a page beyond the end.
                if let total, count >= total { return }
                try await reject(.songs(walk.skip()), cause)
            }
        }
    }

    /// The albums of the server, and the number of their songs by the server's count; nil if it counts none.
    private mutating func albums() async throws -> (list: [AlbumPage.Album], songCount: Int?) {
        var (walk, known) = (PageWalk(), Set<String>())
        var (list, songCount): ([AlbumPage.Album], Int?) = ([], 0)
        while let offset = walk.nextOffset {
            let page: AlbumPage
            do {
                page = try await reader.call(
                    SubsonicRequest(
                        "getAlbumList2",
                        [("type", "alphabeticalByName"), ("size", "\(PageWalk.pageSize)"), ("offset", "\(offset)")]),
                    limit: PageWalk.pageSize, retriesContent: true, returning: AlbumPage.self)
            } catch {
                try await reject(.albums(walk.skip()), reader.reason(for: error))
                continue
            }
            let new = page.albums.filter { known.insert($0.id).inserted }
            walk.receive(count: page.albums.count, newCount: new.count)
            list += new
            for album in new { songCount = album.songCount.flatMap { count in songCount.map { $0 + count } } }
            if list.count > SubsonicLimits.albums {
                throw failure(.tooManyElements(limit: SubsonicLimits.albums))
            }
        }
        return (list, songCount)
    }

    private mutating func read(_ album: AlbumPage.Album) async throws {
        do {
            let page = try await reader.call(
                SubsonicRequest("getAlbum", [("id", album.id)]), limit: SubsonicLimits.songsOfAlbum,
                retriesContent: true, returning: SongPage.self)
            _ = try await add(page)
        } catch  where error.isOfMissingItem {
            return  // removed since the list was read
        } catch {
            try await reject(.album(id: album.id, name: album.name), reader.reason(for: error))
        }
    }

    /// Reports a part that the server does not send.
    private mutating func reject(_ part: ServerPart, _ cause: SourceFailureCause) async throws {
        unreadableCount += 1
        let record = reader.client.redacted(RejectedRecord(position: position + 1, .part(part, cause)))
        try await send(RemoteBatch(records: [], rejected: [record]))
    }

    /// Sends the songs of a page that are new, and returns how many elements of the page are new.
    ///
    /// Invalid songs without an id cannot be recognized: they count only if a page has other new elements. Throws
    /// `SourceFailure` for a page of nothing else, after which the list looks like one that has ended.
    private mutating func add(_ page: SongPage) async throws -> Int {
        var batch = RemoteBatch()
        var (newCount, songCount, unidentified) = (0, 0, [RejectedRecord]())
        for song in page.songs {
            switch song {
            case .success(let song):
                guard isNew(song.id) else { continue }
                newCount += 1
                if song.isNotMusic { continue }
                (songCount, position) = (songCount + 1, position + 1)
                let music = song.music(on: reader.client.server, albumArtist: page.albumArtist)
                batch.records.append(
                    RemoteRecord(position: position, fingerprint: music.fingerprint, size: music.size) { music })
                if batch.records.count == PageWalk.pageSize {
                    try await send(batch)
                    batch = RemoteBatch()
                }
            case .failure(let invalid):
                let record = reader.client.redacted(invalid.rejected(at: position + 1))
                guard let id = invalid.id else {
                    unidentified.append(record)
                    continue
                }
                guard isNew(id) else { continue }
                (newCount, position) = (newCount + 1, position + 1)
                batch.rejected.append(record)
            }
        }
        if let first = unidentified.first, unidentified.count == page.songs.count {
            throw failure(.noValidRecords(first: first))
        }
        if newCount > 0 {
            for record in unidentified {
                position += 1
                batch.rejected.append(
                    RejectedRecord(position: position, record.cause, id: record.id, path: record.path))
            }
        }
        count += newCount + (newCount > 0 ? unidentified.count : 0)
        if newCount > 0 { try checkProgress(songCount + batch.rejected.count) }
        if batch.count > 0 { try await send(batch) }
        return newCount
    }

    /// Throws `SourceFailure` after many pages of new elements without songs.
    private mutating func checkProgress(_ songCount: Int) throws {
        pagesWithoutSongs = songCount > 0 ? 0 : pagesWithoutSongs + 1
        if pagesWithoutSongs > SubsonicLimits.pagesWithoutSongs {
            throw failure(.noProgress(requests: SubsonicLimits.pagesWithoutSongs))
        }
    }

    private func failure(_ failure: ContentFailure) -> SourceFailure {
        SourceFailure(.content(failure), address: reader.client.server.base)
    }

    private mutating func isNew(_ id: String) -> Bool { known.insert(StableHash(Array(id.utf8)).value).inserted }
}

extension Error {
    /// Whether the response to the first page of a search shows that the server does not support the search.
    fileprivate var showsUnsupportedSearch: Bool {
        if self is SubsonicError { return true }
        guard let failure = self as? SourceFailure else { return false }
        if case .content(.noValidRecords) = failure.cause { return true }
        return failure.showsUnknownMethod
    }
}

extension RemoteMusic {
    /// The bytes of its texts.
    fileprivate var size: Int {
        ([key, title, artist, album, albumArtist, genre, artworkURL, audioURL] + artists)
            .reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }

    /// Differs whenever a value differs.
    fileprivate var fingerprint: UInt64 {
        let texts: [String?] =
            [
                key, title, artist, album, albumArtist, genre, artworkURL, audioURL, explicit.rawValue,
                released?.description, popularity.map { "\($0)" }, recording?.description,
            ] + artists
        let bytes = texts.flatMap { text -> [UInt8] in Array((text ?? "").utf8) + [text == nil ? 1 : 0] }
        return StableHash(
            bytes,
            [duration.components.seconds, Int64(disc ?? -1), Int64(track ?? -1), Int64(rating?.rawValue ?? 0)]
        ).value
    }
}

/// Requests the pages of a list until the list has provably ended.
///
/// Neither an empty page nor one that repeats known elements proves that alone: servers send both after an error, or
/// for an offset beyond the end. The list ends if the same request returns nothing new twice in a row. Pages that the
/// server does not send are skipped; after three of them in a row, the others count as unreadable, too.
struct PageWalk: Sendable {
    static let pageSize = 500
    private static let skippedLimit = 3
    private var offset = 0
    private var pagesWithoutNewElements = 0
    private var pagesSkipped = 0
    /// The number of elements of the longest page so far: servers may send fewer than requested.
    private var longestPage = 0

    /// The offset of the next page; nil after the end.
    var nextOffset: Int? { pagesWithoutNewElements < 2 && pagesSkipped < Self.skippedLimit ? offset : nil }

    /// Receives the number of elements of a page, and how many of these are new.
    mutating func receive(count: Int, newCount: Int) {
        pagesSkipped = 0
        longestPage = max(longestPage, count)
        guard newCount > 0 else {
            pagesWithoutNewElements += 1
            return
        }
        pagesWithoutNewElements = 0
        offset += count
    }

    /// Skips the next page, and returns the positions of its elements, from 1.
    mutating func skip() -> ClosedRange<Int> {
        let count = longestPage > 0 ? longestPage : Self.pageSize
        pagesSkipped += 1
        defer { offset += count }
        return offset + 1...offset + count
    }
}

/// The state of a server's music, as the server reports it.
struct ServerState: Equatable, Sendable {
    /// Whether the server is reading its music now.
    let isScanning: Bool
    /// The number of songs by the server's own count; nil if the server reports none or no songs.
    let count: Int?
    /// Changes whenever the music changes; nil if the server reports no such value.
    ///
    /// It is the time of the last scan, or else that of the last change with the number of songs. The time of the last
    /// change alone is unreliable: LMS always reports the same one, and supysonic's watcher does not update it.
    let revision: String?
    /// The time of the last scan, or else of the last change.
    private let modified: String?

    /// Requests the state. Some users may not request scans, and some servers do not report the last one's time.
    init(_ reader: SubsonicReader) async throws {
        let status: ScanStatus? = try await Self.optional {
            try await reader.call(SubsonicRequest("getScanStatus"))
        }
        isScanning = status?.isScanning ?? false
        count = status?.count.flatMap { $0 > 0 ? $0 : nil }
        let lastScan = status?.lastScan
        if let lastScan {
            modified = lastScan
        } else {
            let indexes: Indexes? = try await Self.optional { try await reader.call(SubsonicRequest("getIndexes")) }
            modified = indexes?.lastModified
        }
        let isReliable = lastScan != nil || count != nil
        revision = isReliable ? modified.map { [count] in "\($0) \(count.map(String.init) ?? "-")" } : nil
    }

    /// Returns nil if the server refuses or does not know the request.
    private static func optional<Value>(_ body: () async throws -> Value) async throws -> Value? {
        do {
            return try await body()
        } catch is SubsonicError {
            return nil
        } catch let failure as SourceFailure
            where failure.cause == .signIn(.notAllowed) || failure.showsUnknownMethod
        {
            return nil
        }
    }

    private struct ScanStatus: SubsonicContent {
        let isScanning: Bool
        let count: Int?
        let lastScan: String?

        private enum Key: String, CodingKey {
            case scanStatus, scanning, count, lastScan
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self).nestedContainer(
                keyedBy: Key.self, forKey: .scanStatus)
            isScanning = (try? values.decode(Bool.self, forKey: .scanning)) ?? false
            count = values.count(.count)
            lastScan = try values.text(.lastScan)
        }
    }

    private struct Indexes: SubsonicContent {
        let lastModified: String?

        private enum Key: String, CodingKey {
            case indexes, lastModified
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .indexes)
            lastModified = values.number(.lastModified).flatMap { $0 > 0 ? String($0) : nil }
        }
    }
}
