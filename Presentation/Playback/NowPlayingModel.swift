public import FermataDomain

/// The playback status, as every screen shows it.
public struct NowPlayingModel: Equatable, Sendable {
    private(set) var nowPlaying: NowPlaying

    public init(_ nowPlaying: NowPlaying) { self.nowPlaying = nowPlaying }

    private var status: PlayerStatus { nowPlaying.status }

    package var queue: PlayQueue { status.queue }
    /// Identifies the songs of the queue in their order.
    package var revision: String { String(status.queue.revision, radix: 16) }
    /// Whether there is a song to play.
    package var hasQueue: Bool { !status.queue.entries.isEmpty }
    public var id: MusicID? { nowPlaying.song?.id }
    /// The song as a row; nil if nothing is played, or if the listener may not see it.
    package var music: MusicCellModel? { nowPlaying.song.map(MusicCellModel.init) }
    public var state: PlayerStatus.State { status.state }
    package var isStopped: Bool { status.state == .stopped }
    public var isPaused: Bool { status.state == .paused }
    /// Whether playback stops when the song ends.
    package var stopsAfterSong: Bool { status.stopsAfterSong }
    /// The time until playback stops, in minutes; nil without a sleep timer.
    package var sleepMinutes: Int? { status.sleep.map { Int($0.components.seconds / 60) } }

    /// The title; empty if the queue has no current song. A hidden song is shown like one that has left the library.
    public var title: String {
        if let song = nowPlaying.song { return song.title }
        return status.song == nil ? "" : "Unknown song"
    }

    public var artist: String { nowPlaying.song?.artist ?? "" }
    public var album: String { nowPlaying.song?.album ?? "" }
    public var artwork: Artwork { nowPlaying.song?.artworkURL.map(Artwork.url) ?? .placeholder }

    public var elapsed: Duration { status.elapsed }
    /// `1:23`.
    public var elapsedText: String { DurationText(status.elapsed).clock }
    /// `3:40`; empty if the length is unknown.
    public var durationText: String { duration.map { DurationText($0).clock } ?? "" }

    /// How much of the song was played, from 0 to 1; nil if its length is unknown.
    public var fraction: Double? {
        guard let duration else { return nil }
        return min(1, max(0, status.elapsed / duration))
    }

    /// The length of the audio, or else the length that the source states.
    var duration: Duration? {
        if let duration = status.duration, duration > .zero { return duration }
        guard let duration = nowPlaying.song?.duration, duration > .zero else { return nil }
        return duration
    }

    /// `2 of 5`; empty if nothing is played, or if the listener may not see counts.
    public var positionText: String {
        guard nowPlaying.showsCounts, let index = status.queue.index else { return "" }
        return "\(CountText.grouped(index + 1)) of \(CountText.grouped(status.queue.entries.count))"
    }

    /// The symbol of the state.
    public var symbol: String {
        switch status.state {
        case .playing: "▶"
        case .paused: "⏸"
        case .buffering: "…"
        case .stopped: "■"
        }
    }

    /// `Changes – David Bowie`.
    public var name: String { artist.isEmpty ? title : "\(title) – \(artist)" }

    /// `1:23 / 3:40`.
    public var timeText: String { durationText.isEmpty ? elapsedText : "\(elapsedText) / \(durationText)" }

    /// The settings that differ from the defaults: `repeat all, shuffled, volume 80 %, stops in 30 min`.
    public var settingsText: String {
        var parts: [String] = []
        switch status.queue.repetition {
        case .off: break
        case .all: parts.append("repeat all")
        case .one: parts.append("repeat one")
        }
        if status.queue.isShuffled { parts.append("shuffled") }
        if status.volume != PlayerStatus.volumeRange.upperBound { parts.append("volume \(status.volume) %") }
        if let sleepMinutes { parts.append("stops in \(sleepMinutes) min") }
        if stopsAfterSong { parts.append("stops after this song") }
        return parts.joined(separator: ", ")
    }

    /// Everything on one line: `▶ 1:23 / 3:40  Changes – David Bowie  2 of 5  repeat all`.
    ///
    /// The time comes first, because a narrow terminal cuts the end.
    public var line: String { line(name, positionText) }

    /// The line without what is least important, so that the settings fit some columns. `width` measures text in columns.
    package func line(columns: Int, width: (String) -> Int) -> String {
        let lines = [line, line(name, ""), line(title, "")]
        if let fitting = lines.first(where: { width($0) <= columns }) { return fitting }
        var (title, excess) = (title, width(lines[2]) + 1 - columns)
        while excess > 0, let last = title.popLast() { excess -= width(String(last)) }
        return line(title + "…", "")
    }

    private func line(_ name: String, _ positionText: String) -> String {
        let parts =
            if status.queue.entries.isEmpty {
                ["Nothing to play"]
            } else if title.isEmpty {
                ["Nothing plays", queuedText]
            } else {
                [timeText, name, positionText]
            }
        return "\(symbol) " + (parts + [settingsText]).filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// Where the music plays: `in the background`; empty if nothing plays.
    package var placeText: String { status.state == .stopped ? "" : status.place?.text ?? "" }

    /// Where the music plays, as seen from a program that does not play it.
    package var otherPlaceText: String { placeText.isEmpty ? "in another program" : placeText }

    /// In percent.
    package var volume: Int { status.volume }

    /// The question before this program plays instead of another one; nil if no other one plays.
    package func takeoverQuestion(inBackground: Bool) -> String? {
        let place = inBackground ? "in the background" : "here"
        return placeText.isEmpty ? nil : "Music of this library already plays \(placeText). Stop it and play \(place)?"
    }

    /// The message if no desktop can control the player.
    package static let desktopText = "Media keys cannot control the player, because there is no session bus."

    /// The message after songs were added to the queue that plays.
    package func addedText(_ count: Int) -> String { "Added \(CountText(count, "song").text) to the queue that plays." }

    /// The message if only the first or any songs of the library play.
    package static func partText(_ count: Int) -> String {
        "Playing \(CountText(count, "song").text) of the library. Choose another number with --limit."
    }

    /// Replaces the song after a change of its bookmark.
    mutating func replaceSong(_ changed: MusicCellModel) {
        if id == changed.id { nowPlaying.song = changed.music }
    }

    /// `5 songs are queued`; empty if the listener may not see counts.
    private var queuedText: String {
        let count = status.queue.entries.count
        guard nowPlaying.showsCounts else { return "" }
        return CountText(count, "song").text + (count == 1 ? " is queued" : " are queued")
    }
}

extension PlayerCommand {
    /// The message after the command has changed the queue: `Added 5 songs to the queue.`; nil for other commands.
    package var queueText: String? {
        func songs(_ count: Int) -> String { CountText(count, "song").text }
        return switch self {
        case .add(let added): "Added \(songs(added.count)) to the queue."
        case .insertNext(let added): "\(songs(added.count)) will play next."
        case .move(let entries, _): "Moved \(songs(Set(entries).count)) in the queue."
        case .remove(let entries): "Removed \(songs(Set(entries).count)) from the queue."
        case .clear: "Removed all songs from the queue."
        default: nil
        }
    }
}

/// The keys of the playback status. `elapsed`, `duration` and `sleep`, the time until playback stops, are in seconds;
/// `volume` is in percent.
public enum NowPlayingField: String, RowField {
    case title, artist, state, elapsed, duration, id, album, position, count, `repeat`, shuffled, volume, sleep
    case stopsAfterSong, place

    public var valueKind: FieldKind {
        switch self {
        case .elapsed, .duration, .position, .count, .volume, .sleep: .number
        case .shuffled, .stopsAfterSong: .flag
        case .title, .artist, .state, .id, .album, .repeat, .place: .text
        }
    }
}

extension NowPlayingModel: RowModel {
    public func value(of field: NowPlayingField) -> FieldValue {
        let status = nowPlaying.status
        return switch field {
        case .title: FieldValue(nowPlaying.song?.title)
        case .artist: FieldValue(artist)
        case .state: .text(status.state.rawValue)
        case .elapsed: .integer(Int(status.elapsed.components.seconds))
        case .duration: FieldValue(duration.map { Int($0.components.seconds) })
        case .id: FieldValue(id?.description)
        case .album: FieldValue(album)
        case .position: nowPlaying.showsCounts ? FieldValue(status.queue.index.map { $0 + 1 }) : .none
        case .count: nowPlaying.showsCounts ? .integer(status.queue.entries.count) : .none
        case .repeat: .text(status.queue.repetition.rawValue)
        case .shuffled: .flag(status.queue.isShuffled)
        case .volume: .integer(status.volume)
        case .sleep: FieldValue(status.sleep.map { Int($0.components.seconds) })
        case .stopsAfterSong: .flag(status.stopsAfterSong)
        case .place: FieldValue(status.place?.rawValue)
        }
    }

    /// A table without columns: the playback status is shown as a line.
    package static let table = TableModel<NowPlayingModel>([])
}

extension PlayerPlace {
    /// `in the background`.
    package var text: String {
        switch self {
        case .play: "in a terminal"
        case .browse: "in fermata browse"
        case .background: "in the background"
        }
    }
}
