import FermataDomain

extension Music {
    /// A song with default values that a test can replace.
    static func changes(
        title: String = "Changes", artist: String = "David Bowie", album: String = "Hunky Dory",
        duration: Duration = .seconds(217), explicit: ExplicitStatus = .clean, isBookmarked: Bool = false,
        isDownloaded: Bool = false
    ) -> Music {
        Music(
            id: MusicID(0x1A2B_3C4D_5E6F_7081), title: title, artist: artist, album: album, duration: duration,
            explicit: explicit, sources: ["home"], isBookmarked: isBookmarked, isDownloaded: isDownloaded)
    }
}
