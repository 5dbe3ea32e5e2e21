public import FermataDomain

/// Difficult playlists of `SampleMusic`: scripts, equal or empty names, missing or explicit songs.
public enum SamplePlaylists {
    public static let all: [RemotePlaylist] = [
        RemotePlaylist(key: "trip", name: "Road trip", songKeys: ["1", "14", "2", "3"]),
        RemotePlaylist(key: "trip 2", name: "road trip", songKeys: ["4", "unknown 1", "5"]),
        RemotePlaylist(key: "road", name: "The Road", songKeys: ["7", "10"]),
        RemotePlaylist(key: "carols", name: "캐롤 모음", songKeys: ["6", "10", "8"]),
        RemotePlaylist(key: "symbols", name: "!!!", songKeys: ["13", "16"]),
        RemotePlaylist(key: "nameless", name: "", songKeys: ["12"]),
        RemotePlaylist(key: "empty", name: "Empty", songKeys: []),
        RemotePlaylist(key: "gone", name: "Gone", songKeys: ["unknown 1", "unknown 2"]),
        RemotePlaylist(key: "twice", name: "Twice", songKeys: ["1", "7", "1", "unknown 1", "1", "unknown 1"]),
        RemotePlaylist(key: "100", name: "100 songs", songKeys: ["11", "20", "19"]),
        RemotePlaylist(key: "99", name: "99 songs", songKeys: ["19", "20"]),
        RemotePlaylist(key: "nul", name: "NUL\u{0}and\u{1B}[31mescape", songKeys: ["18"]),
        RemotePlaylist(key: "слава", name: "Слава", songKeys: ["17", "9"]),
    ]

    /// The names of the playlists in order.
    public static let names = [
        "99 songs", "100 songs", "Empty", "Gone", "NUL\u{0}and\u{1B}[31mescape", "The Road", "Road trip", "road trip",
        "Twice", "Слава", "캐롤 모음", "", "!!!",
    ]
}
