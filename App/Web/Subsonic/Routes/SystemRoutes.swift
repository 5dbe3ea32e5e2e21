import FermataDomain
import Foundation

/// The server, its folders, its accounts and its syncs.
extension SubsonicRoute {
    static let system: [SubsonicRoute] = [
        SubsonicRoute("ping") { _ in .done },
        SubsonicRoute("getLicense") { _ in .value("license", SubsonicObject(["valid": .flag(true)])) },
        SubsonicRoute("getOpenSubsonicExtensions", for: .everyone) { _ in
            .members(SubsonicExtensions())
        },
        SubsonicRoute("tokenInfo") { call in
            .value("tokenInfo", SubsonicObject(["username": .text(call.account.name)]))
        },
        SubsonicRoute("getUser") { call in
            let name = try call.parameters.required("username")
            if call.account.hasName(name) { return .value("user", UserValue(account: call.account)) }
            guard call.account.isAdmin else {
                throw SubsonicError(.notAllowed, "Only an administrator sees other accounts.")
            }
            return .value("user", UserValue(account: try await call.server.accounts.find(name)))
        },
        SubsonicRoute("getUsers", for: .administrator) { call in
            .list("users", "user", try await call.server.accounts.execute().map(UserValue.init))
        },
        SubsonicRoute("getMusicFolders") { call in
            let sources = try await call.services.sources.execute()
            return .list("musicFolders", "musicFolder", [MusicFolder.all] + sources.map(MusicFolder.init))
        },
        SubsonicRoute("getScanStatus") { call in .value("scanStatus", try await scanStatus(call)) },
        SubsonicRoute("startScan", for: .administrator, isChange: true) { call in
            _ = try await call.server.sync.start()
            return .value("scanStatus", try await scanStatus(call))
        },
    ]

    private static func scanStatus(_ call: SubsonicCall) async throws -> SubsonicObject {
        let last = try await call.services.lastRefresh()
        return SubsonicObject([
            "scanning": .flag(await call.server.sync.isRunning),
            "count": .integer(try await call.services.music.count(MusicQuery())),
            "lastScan": last.map { .text(SubsonicDate.text($0)) },
        ])
    }
}

/// What the server offers beside the API of Subsonic.
private struct SubsonicExtensions: SubsonicValue {
    private struct Extension: SubsonicValue {
        let name: String

        func write(to writer: inout some SubsonicWriter) {
            writer.member("name", name)
            writer.numbers("versions", [1])
        }
    }

    private static let names = [
        "apiKeyAuthentication", "formPost", "indexBasedQueue", "playbackReport", "songLyrics", "topSongsByArtistId",
        "transcodeOffset", "transcoding",
    ]

    func write(to writer: inout some SubsonicWriter) {
        writer.list("openSubsonicExtensions", Self.names.map(Extension.init))
    }
}

/// An account, as it is shown to itself and to administrators.
private struct UserValue: SubsonicValue {
    let account: Account

    func write(to writer: inout some SubsonicWriter) {
        writer.member("username", account.name)
        writer.member("scrobblingEnabled", true)
        writer.member("adminRole", account.isAdmin)
        writer.member("settingsRole", false)
        writer.member("downloadRole", true)
        writer.member("uploadRole", false)
        writer.member("playlistRole", true)
        writer.member("coverArtRole", false)
        writer.member("commentRole", false)
        writer.member("podcastRole", false)
        writer.member("streamRole", true)
        writer.member("jukeboxRole", true)
        writer.member("shareRole", false)
        writer.member("videoConversionRole", false)
        writer.numbers("folder", [])
    }
}

/// A source, or all sources.
struct MusicFolder: SubsonicValue {
    static let all = MusicFolder(id: 0, name: "All")
    let id: Int
    let name: String

    private init(id: Int, name: String) { (self.id, self.name) = (id, name) }

    /// The number of a source follows from its name, because apps store it.
    init(_ source: Source) {
        var hash: UInt32 = 0x811C_9DC5  // FNV-1a of 32 bits
        for byte in source.name.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        self.init(id: Int(hash >> 2) + 1, name: source.name)
    }

    func write(to writer: inout some SubsonicWriter) {
        writer.member("id", id)
        writer.member("name", name)
    }
}

extension SubsonicCall {
    /// The source of the folder that a request names; nil for all, also for an unknown folder, as apps send old ones.
    func source() async throws -> String? {
        guard let id = parameters["musicFolderId"].flatMap({ Int($0) }), id != MusicFolder.all.id else { return nil }
        return try await services.sources.execute().first { MusicFolder($0).id == id }?.name
    }
}
