extension Music {
    /// Whether the audio is a file of a folder that is a source, so that there is nothing to download.
    public var isLocal: Bool { audioURL?.isLocalAddress == true }

    /// Whether the song can be downloaded: its source names an audio file, or the file is already stored.
    public var canBeDownloaded: Bool { !isLocal && (audioURL != nil || isDownloaded) }
}

extension String {
    /// Whether an address is that of a file on this computer (RFC 8089).
    package var isLocalAddress: Bool { hasPrefix("file:") }
}
