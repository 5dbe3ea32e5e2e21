import FermataDomain

/// The keys of the playback status. `elapsed` and `duration` are in seconds, `volume` is in percent.
public enum NowPlayingField: String, RowField {
    case title, artist, state, elapsed, duration, id, album, position, count, `repeat`, shuffled, volume

    public var valueKind: FieldKind {
        switch self {
        case .elapsed, .duration, .position, .count, .volume: .number
        case .shuffled: .flag
        case .title, .artist, .state, .id, .album, .repeat: .text
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
        }
    }

    /// A table without columns: the playback status is shown as a line.
    package static let table = TableModel<NowPlayingModel>([])
}
