extension Source {
    /// The kind of a JSON catalogue on the web.
    public static let catalogueKind = "http"

    /// The kind that an address indicates: a URL is a catalogue, or a music server if Fermata signs in to it; a path
    /// that begins with `/`, `~` or `.` is a folder.
    ///
    /// Returns nil for any other text.
    public static func kind(ofAddress address: String, signsIn: Bool = false) -> String? {
        if ["http://", "https://"].contains(where: address.lowercased().hasPrefix) {
            return signsIn ? subsonicKind : catalogueKind
        }
        return ["/", "~", "."].contains(where: address.hasPrefix) ? folderKind : nil
    }
}
