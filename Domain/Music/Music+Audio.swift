extension Music {
    /// Whether the audio is a file of a folder that is a source, so that there is nothing to download.
    public var isLocal: Bool { audioURL?.hasPrefix("file:") == true }

    /// Whether the song can be downloaded: its source names an audio file, or the file is already stored.
    public var canBeDownloaded: Bool { !isLocal && (audioURL != nil || isDownloaded) }
}
