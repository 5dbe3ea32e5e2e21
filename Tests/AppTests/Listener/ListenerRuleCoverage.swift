/// The values of a template's placeholders: hidden from a young listener, or unknown to the library.
struct PlaceholderValues {
    /// The texts for the placeholders of a template, such as `{music}`.
    let texts: [String: String]

    /// Replaces the placeholders of a template.
    func expand(_ template: String) -> String {
        texts.reduce(template) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    /// Replaces each text that is a word by its placeholder.
    func replacingValues(in text: String) throws -> String {
        try texts.reduce(text) { try $0.replacing(Regex("\\b\($1.value)\\b"), with: "{\($1.key)}") }
    }
}

/// Every command and every route that names music, artists, albums, playlists or to-dos.
enum ListenerRuleCoverage {
    static let commands = [
        "show {music}", "show {music} --json", "lyrics {music}", "lyrics {music} --json --at 1:23", "bookmark {music}",
        "unbookmark {music}", "bookmark {title}", "unbookmark --all {title}", "show {title}", "lyrics {title}",
        "download {title}", "download --remove {title}", "player add {title}", "todo add x --music {title}",
        "list {title}",
        "list --artist {artist}", "list --album {album}", "list {title} --json", "artist {artist}",
        "artist {artist} --json", "playlists {playlist}", "playlist {playlist}", "playlist {playlist-id}",
        "playlist {playlist} --json", "download {music}", "download --artist {artist}",
        "download --playlist {playlist}", "download --remove {music}", "download --remove --artist {artist}",
        "download --remove --playlist {playlist}", "todo show {to-do}", "todo show {to-do} --json",
        "todo show {artist-to-do}", "todo check {to-do}", "todo check {artist-to-do}", "todo uncheck {to-do}",
        "todo edit {to-do} --title x", "todo edit {artist-to-do} --due tomorrow", "todo edit 3 --music {music}",
        "todo edit 3 --artist {artist}", "todo add x --music {music}", "todo add x --artist {artist}",
        "play {music}", "play {title}", "play --artist {artist}", "play --album {album}",
        "play --playlist {playlist}", "player add {music}",
        "todo remove {to-do}", "todo remove {to-do} --force", "todo remove {artist-to-do} --force",
    ]

    /// Commands that name none of these, or only the content of a file or source.
    static let otherCommands: Set<String> = [
        "downloads", "todo list", "todo import", "todo export", "source add", "source list", "source set",
        "source remove", "sync", "undo", "browse", "serve", "demo", "history", "player status", "player toggle",
        "player pause", "player resume", "player next", "player previous", "player seek", "player volume",
        "player repeat", "player shuffle", "player queue", "player remove", "player jump", "player clear",
        "player stop", "config list", "config get", "config set", "config unset",
    ]

    /// Commands about the complete library. `{folder}` contains an unrestricted listener's export.
    static let libraryCommands = [
        "library check", "library check --json", "library repair", "library repair --json",
        "library backup {folder}/backup", "library restore --force {folder}/backup", "library export {folder}/young",
        "library export --force --json {folder}/young", "library import {folder}", "library import {folder} --json",
    ]

    static let routes: [(method: String, path: String, body: String?)] = [
        ("GET", "/api/music/{music}", nil), ("PUT", "/api/music/{music}/bookmark", nil),
        ("DELETE", "/api/music/{music}/bookmark", nil), ("PUT", "/api/music/{music}/download", nil),
        ("DELETE", "/api/music/{music}/download", nil), ("GET", "/api/music/{music}/artwork", nil),
        ("GET", "/api/music/{music}/audio", nil),
        ("GET", "/api/music/{music}/lyrics", nil), ("GET", "/music/{music}/lyrics", nil),
        ("GET", "/api/music?text={title}", nil), ("GET", "/api/music?artist={artist}", nil),
        ("GET", "/api/suggestions?text={artist}", nil), ("GET", "/api/suggestions?text=-artist:{artist}", nil),
        ("GET", "/api/music?album={album}", nil), ("GET", "/api/artists/{artist}", nil),
        ("GET", "/api/playlists?text={playlist}", nil), ("GET", "/api/playlists/{playlist-id}", nil),
        ("GET", "/api/playlists/{playlist-id}/music", nil), ("GET", "/api/to-dos/{to-do}", nil),
        ("GET", "/api/to-dos/{artist-to-do}", nil), ("PATCH", "/api/to-dos/{to-do}", #"{"title":"x"}"#),
        ("PATCH", "/api/to-dos/3", #"{"music":"{music}"}"#), ("PATCH", "/api/to-dos/3", #"{"artist":"{artist}"}"#),
        ("PUT", "/api/to-dos/{to-do}/check", nil), ("DELETE", "/api/to-dos/{artist-to-do}/check", nil),
        ("POST", "/api/to-dos", #"{"title":"x","music":"{music}"}"#),
        ("POST", "/api/to-dos", #"{"title":"x","artist":"{artist}"}"#), ("DELETE", "/api/to-dos/{to-do}", nil),
        ("DELETE", "/api/to-dos/{artist-to-do}", nil),
        ("POST", "/api/history", #"{"music":"{music}","started":"2026-01-24T19:30:00Z"}"#),
        ("GET", "/?text={title}", nil), ("GET", "/?artist={artist}", nil), ("GET", "/?album={album}", nil),
        ("GET", "/bookmarks?text={title}", nil), ("GET", "/artists?name={artist}", nil),
        ("GET", "/artists/{artist}", nil), ("GET", "/music/{music}", nil), ("GET", "/music/{music}/row", nil),
        ("GET", "/playlists?text={playlist}", nil), ("GET", "/playlists/{playlist-id}", nil),
        ("GET", "/to-dos/{to-do}", nil), ("GET", "/to-dos/{artist-to-do}", nil),
    ]

    /// Routes that name none of these: lists, which other tests read as a young listener, and routes about sources and
    /// the server.
    static let otherRoutes: Set = [
        "GET /api", "GET /api/openapi.json", "GET /api/events", "GET /api/to-dos", "GET /api/downloads",
        "GET /api/history", "GET /api/sources", "POST /api/sources", "POST /api/sync", "GET /api/sources/*",
        "PATCH /api/sources/*", "DELETE /api/sources/*", "POST /api/sources/*/sync", "GET /downloads",
        "GET /history", "GET /sources", "GET /sources/*", "GET /to-dos", "GET /freshness",
        "GET /robots.txt",
    ]
}
