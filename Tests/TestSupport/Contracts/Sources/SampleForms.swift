public import FermataDomain

/// The forms of a program with a kind of source of each sort.
public enum SampleForms {
    public static let folder = SourceForm(
        "folder", [.localAudio, .localAddress, .revisionIndex, .onlyLocalAudio], label: "folder", of: "audio files",
        example: "~/Music", beginnings: SourceForm.pathBeginnings)
    public static let server = SourceForm(
        "subsonic", [.signsIn], label: "music server (OpenSubsonic)", example: "https://music.example",
        beginnings: SourceForm.webBeginnings)
    public static let all = [
        SourceForm(
            "http", [.playlistAddress], label: "catalogue (JSON) on the web", example: "https://a.example/songs.json",
            beginnings: SourceForm.webBeginnings),
        server,
        SourceForm(
            "file", [.localAudio, .localAddress], label: "catalogue in a file", example: "~/songs.csv",
            beginnings: SourceForm.pathBeginnings, endings: [".csv"]),
        folder,
        SourceForm("command", [.localAddress, .runsProgram], label: "program", example: "-- program"),
        SourceForm("test", [], label: "test", example: "test:"),
    ]

    /// Returns a source with the traits of its kind.
    @Sendable
    public static func prepare(_ source: Source) -> Source {
        var source = source
        source.traits = all.form(ofKind: source.kind)?.traits ?? []
        return source
    }
}
