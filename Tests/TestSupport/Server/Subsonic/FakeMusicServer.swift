package import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A music server with the OpenSubsonic protocol whose behaviour tests choose.
///
/// Source: https://opensubsonic.netlify.app/docs/
package final class FakeMusicServer: Sendable {
    /// The results of a search for all songs.
    package enum Search: Sendable {
        /// Pages in order, for an empty query or for two quotation marks.
        case pages(quoted: Bool)
        /// Pages in order; beyond the end, the last one again.
        case repeatingLastPage
        case unsupported
    }

    package struct Content: Sendable {
        package var songs: [ServedSong] = []
        package var playlists: [ServedPlaylist] = []
        package var starred: [String] = []
        /// The ratings by the id of their song.
        package var ratings: [String: Int] = [:]
        /// The passwords by the name of their user.
        package var passwords = ["ann": "secret7"]
        package var apiKeys: Set<String> = []
        /// The error for a token; nil for a server that accepts tokens.
        package var tokenError: Int?
        package var extensions: [String]? = ["formPost"]
        package var search = Search.pages(quoted: false)
        package var pageLimit = 500
        /// The end of the last scan; nil for a server that does not report it to users.
        package var lastScan: String? = "2026-11-22T00:00:00Z"
        package var songCount: Int?
        /// The delay of each response.
        package var pause = Duration.zero
        package var isScanning = false
        /// Whether the server closes a connection, instead of responding, at its second request.
        package var closesReusedConnections = false
        /// The requests at which the server closed a connection.
        package fileprivate(set) var closedCount = 0
        fileprivate var connections: Set<ObjectIdentifier> = []
        package var indexesModified: Int? = 1_700_000_000_000
        /// Errors by method, and HTTP responses in place of the protocol's.
        package var errors: [String: Int] = [:]
        package var answers: [String: ScriptedResponse] = [:]
        package var audio: [String: ServedAudio] = [:]
        package var artwork: [String: Data] = [:]
        /// Lyrics by a song's id, as the members of `lyricsList` (JSON).
        package var structuredLyrics: [String: String] = [:]
        /// Lyrics by a song's artist and title, as the value of `lyrics` (JSON).
        package var plainLyrics: [String: String] = [:]
        fileprivate var calls: [ReceivedCall] = []

        package init() {}
    }

    private static let methods = [
        "ping", "getOpenSubsonicExtensions", "getScanStatus", "getIndexes", "search3", "getAlbumList2", "getAlbum",
        "getPlaylists", "getPlaylist", "getStarred2", "star", "unstar", "stream", "getCoverArt", "getLyricsBySongId",
        "getLyrics", "scrobble", "getSong", "setRating",
    ]
    private let content: Mutex<Content>
    private let server: CatalogueServer

    /// Serves the protocol on a running server.
    package init(_ server: CatalogueServer, _ content: Content = Content()) {
        self.server = server
        self.content = Mutex(content)
        for method in Self.methods {
            server.answer("/rest/\(method).view", ScriptedResponse { try await self.respond($0, $1) })
        }
    }

    package var address: String { server.url("") }
    /// The address of a server with a certificate.
    package var secureAddress: String { server.url("", scheme: "https", host: "localhost") }
    /// The calls so far, in order.
    package var calls: [ReceivedCall] { content.withLock { $0.calls } }
    package var closedCount: Int { content.withLock { $0.closedCount } }
    package var starred: [String] { content.withLock { $0.starred } }
    package var ratings: [String: Int] { content.withLock { $0.ratings } }

    /// Changes the server's content or behaviour.
    package func change(_ change: (inout Content) -> Void) { content.withLock { change(&$0) } }

    /// Forgets the calls so far.
    package func forgetCalls() { content.withLock { $0.calls = [] } }

    private func respond(_ request: ReceivedRequest, _ channel: any Channel) async throws -> Response {
        let call = ReceivedCall(request)
        let isClosed = content.withLock { content in
            guard content.closesReusedConnections else { return false }
            let isReused = !content.connections.insert(ObjectIdentifier(channel)).inserted
            if isReused { content.closedCount += 1 }
            return isReused
        }
        if isClosed {
            try await channel.close()
            throw ConnectionAborted()
        }
        let (answer, pause) = content.withLock { content in
            content.calls.append(call)
            return (content.answers[call.method] ?? content.media(call), content.pause)
        }
        if pause > .zero { try await Task.sleep(for: pause) }
        if let answer { return try await answer.respond(request, channel) }
        return try await ScriptedResponse.json(content.withLock { $0.response(to: call) }).respond(request, channel)
    }
}

extension FakeMusicServer.Content {
    /// The response to a call, as JSON.
    fileprivate mutating func response(to call: ReceivedCall) -> String {
        let result = signInError(call).map { .failure($0) } ?? result(of: call)
        let head = #""version":"1.16.1","type":"fake","serverVersion":"1","openSubsonic":true"#
        return switch result {
        case .success(let members):
            #"{"subsonic-response":{"status":"ok",\#(head)\#(members.isEmpty ? "" : "," + members)}}"#
        case .failure(let code):
            """
            {"subsonic-response":{"status":"failed",\(head),"error":{"code":\(code.code),"message":"error \(code.code)"}}}
            """
        }
    }

    /// The audio or picture that a call requests; nil if there is none, or the call must fail.
    fileprivate func media(_ call: ReceivedCall) -> ScriptedResponse? {
        guard signInError(call) == nil, errors[call.method] == nil, let id = call["id"] else { return nil }
        switch call.method {
        case "stream": return audio[id].map { .audio($0) }
        case "getCoverArt": return artwork[id].map { .document($0, type: "image/png") }
        default: return nil
        }
    }

    private func signInError(_ call: ReceivedCall) -> Failure? {
        if call.method == "getOpenSubsonicExtensions" { return extensions == nil ? Failure(code: 0) : nil }
        if let key = call["apiKey"] { return apiKeys.contains(key) ? nil : Failure(code: 44) }
        guard let password = call["u"].flatMap({ passwords[$0] }) else { return Failure(code: 40) }
        if let token = call["t"], let salt = call["s"] {
            if let tokenError { return Failure(code: tokenError) }
            return salt.count >= 6 && token == MD5Text(password + salt).text ? nil : Failure(code: 40)
        }
        guard let sent = call["p"] else { return Failure(code: 10) }
        return sent == "enc:" + password.utf8.hexadecimal ? nil : Failure(code: 40)
    }

    private mutating func result(of call: ReceivedCall) -> Result<String, Failure> {
        if let code = errors[call.method] { return .failure(Failure(code: code)) }
        switch call.method {
        case "ping": return .success("")
        case "getOpenSubsonicExtensions":
            let list = (extensions ?? []).map { #"{"name":"\#($0)","versions":[1]}"# }
            return .success(#""openSubsonicExtensions":[\#(list.joined(separator: ","))]"#)
        case "getScanStatus":
            guard let lastScan else { return .failure(Failure(code: 50)) }
            let count = songCount ?? songs.count
            return .success(
                #""scanStatus":{"scanning":\#(isScanning),"count":\#(count),"lastScan":"\#(lastScan)"}"#)
        case "getIndexes":
            return .success(#""indexes":{\#(indexesModified.map { #""lastModified":\#($0)"# } ?? "")}"#)
        case "search3": return searchResult(call)
        case "getAlbumList2": return .success(#""albumList2":{"album":[\#(albums(call))]}"#)
        case "getAlbum":
            let found = songs.filter { $0.album == call["id"] }
            guard !found.isEmpty else { return .failure(Failure(code: 70)) }
            return .success(#""album":{"id":"x","song":[\#(found.map(json).joined(separator: ","))]}"#)
        case "getPlaylists": return .success(#""playlists":{"playlist":[\#(playlistEntries)]}"#)
        case "getPlaylist":
            guard let found = playlists.first(where: { $0.id == call["id"] }) else {
                return .failure(Failure(code: 70))
            }
            let entries = found.songs.map { #"{"id":"\#($0)","title":"x"}"# }
            return .success(#""playlist":{"id":"x","name":"x","entry":[\#(entries.joined(separator: ","))]}"#)
        case "getStarred2":
            let entries = starred.map { #"{"id":"\#($0)"}"# }
            return .success(#""starred2":{"song":[\#(entries.joined(separator: ","))]}"#)
        case "star", "unstar": return setStars(call)
        case "getSong":
            guard let song = songs.first(where: { $0.id == call["id"] }) else { return .failure(Failure(code: 70)) }
            return .success(#""song":\#(json(song))"#)
        case "setRating": return setRating(call)
        case "scrobble":
            guard songs.contains(where: { $0.id == call["id"] }) else { return .failure(Failure(code: 70)) }
            return .success("")
        case "getLyricsBySongId":
            guard let lyrics = structuredLyrics[call["id"] ?? ""] else { return .failure(Failure(code: 70)) }
            return .success(#""lyricsList":{\#(lyrics)}"#)
        case "getLyrics":
            let title = [call["artist"], call["title"]].compactMap(\.self).joined(separator: ": ")
            return .success(#""lyrics":\#(plainLyrics[title] ?? "{}")"#)
        default: return .failure(Failure(code: 70))
        }
    }

    /// A song as the server writes it, with its rating.
    private func json(_ song: ServedSong) -> String {
        guard let rating = ratings[song.id] else { return song.json }
        return song.json.dropLast() + #","userRating":\#(rating)}"#
    }

    private func searchResult(_ call: ReceivedCall) -> Result<String, Failure> {
        var offset = call.integer("songOffset", otherwise: 0)
        let size = min(pageLimit, call.integer("songCount", otherwise: 20))
        switch search {
        case .unsupported: return .failure(Failure(code: 0))
        case .pages(let quoted):
            guard call["query"] == (quoted ? "\"\"" : "") else { return .success(#""searchResult3":{}"#) }
        case .repeatingLastPage:
            if offset >= songs.count { offset = max(0, (songs.count - 1) / size * size) }
        }
        let page = songs.dropFirst(offset).prefix(size).map(json)
        // Many servers omit an empty list.
        guard !page.isEmpty else { return .success(#""searchResult3":{}"#) }
        return .success(#""searchResult3":{"song":[\#(page.joined(separator: ","))]}"#)
    }

    private func albums(_ call: ReceivedCall) -> String {
        var names: [String] = []
        for song in songs where !names.contains(song.album) { names.append(song.album) }
        return names.sorted().dropFirst(call.integer("offset", otherwise: 0))
            .prefix(call.integer("size", otherwise: 10))
            .map { name in
                let count = songs.count { $0.album == name }
                return #"{"id":"\#(name)","name":"\#(name)","songCount":\#(count)}"#
            }.joined(separator: ",")
    }

    private var playlistEntries: String {
        playlists.map { playlist in
            var fields: [String: any Sendable] = [
                "id": playlist.id, "name": playlist.name, "songCount": playlist.songs.count,
            ]
            fields["changed"] = playlist.changed
            let json = try? JSONSerialization.data(withJSONObject: fields, options: .sortedKeys)
            return String(decoding: json ?? Data(), as: UTF8.self)
        }.joined(separator: ",")
    }

    /// Whether a song states the id of an album or artist.
    private func hasSubject(_ id: String) -> Bool { songs.contains { $0.json.contains("Id\":\"\(id)\"") } }

    private mutating func setStars(_ call: ReceivedCall) -> Result<String, Failure> {
        for id in call.all("id") + call.all("albumId") + call.all("artistId") {
            guard songs.contains(where: { $0.id == id }) || hasSubject(id) else { return .failure(Failure(code: 70)) }
            starred.removeAll { $0 == id }
            if call.method == "star" { starred.append(id) }
        }
        return .success("")
    }

    private mutating func setRating(_ call: ReceivedCall) -> Result<String, Failure> {
        let rating = call.integer("rating", otherwise: -1)
        guard (0...5).contains(rating) else { return .failure(Failure(code: 10)) }
        guard let id = call["id"], songs.contains(where: { $0.id == id }) || hasSubject(id) else {
            return .failure(Failure(code: 70))
        }
        ratings[id] = rating == 0 ? nil : rating
        return .success("")
    }

    fileprivate struct Failure: Error {
        let code: Int
    }
}

extension ScriptedResponse {
    /// Responds to a call of a music server by the value of one of its parameters.
    package static func perParameter(
        _ name: String, _ response: @escaping @Sendable (String) -> ScriptedResponse
    ) -> ScriptedResponse {
        ScriptedResponse { request, channel in
            try await response(ReceivedCall(request)[name] ?? "").respond(request, channel)
        }
    }
}
