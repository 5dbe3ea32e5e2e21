/// A song as a file of a playlist describes it, and the rule for which song of a library it means.
public struct SongDescription: Equatable, Sendable {
    /// A possible artist and title.
    public struct Names: Equatable, Sendable {
        public let artist: String
        public let title: String

        public init(artist: String, title: String) {
            (self.artist, self.title) = (artist, title)
        }

        /// Whether artist and title are known, so that a song can be found by them.
        package var areComplete: Bool { !artist.isBlank && !title.isBlank }
    }

    /// The addresses of the audio, the preferred one first.
    public var addresses: [String]
    /// Artists and titles, the most likely one first. A text such as “A - B - C” has several.
    public var names: [Names]
    /// Nil if it is unknown.
    public var duration: Duration?
    /// The entry for people, such as a path or `David Bowie - Changes`.
    public var text: String

    public init(addresses: [String] = [], names: [Names] = [], duration: Duration? = nil, text: String = "") {
        (self.addresses, self.names, self.text) = (addresses, names, text)
        self.duration = duration.flatMap { $0 > .zero ? $0 : nil }
    }

    /// Returns the song that is meant; nil if none is.
    ///
    /// That is a song with the first address that one has. Otherwise it is a song with the first artist and title that
    /// one has, compared as `ArtistName`, whose duration is as similar as `SongMerging` requires, or unknown. Of
    /// several, the one with the most similar duration, then with the lowest id, is meant.
    public func song(among music: [Music]) -> Music? {
        let music = music.sorted { $0.id < $1.id }
        for address in addresses {
            if let song = music.first(where: { $0.audioURL == address }) { return song }
        }
        for names in names where names.areComplete {
            let found = music.filter {
                ArtistName($0.artist) == ArtistName(names.artist) && ArtistName($0.title) == ArtistName(names.title)
            }
            if let song = closest(found, duration: \.duration) { return song }
        }
        return nil
    }

    /// Returns the first of the candidates with the most similar duration; nil if none is similar enough.
    package func closest<Candidate>(
        _ candidates: [Candidate], duration: (Candidate) -> Duration
    ) -> Candidate? {
        candidates.compactMap { candidate in distance(to: duration(candidate)).map { (candidate, $0) } }
            .min { $0.1 < $1.1 }?.0
    }

    /// The difference between the durations in whole seconds, a large one if one of them is unknown; nil if the
    /// difference is too large.
    private func distance(to other: Duration) -> Int64? {
        guard let duration, other > .zero else { return .max }
        let difference = abs(duration.components.seconds - other.components.seconds)
        return difference <= SongMerging.durationTolerance ? difference : nil
    }
}
