import FermataDomain

/// Plays songs, and shows the playback status.
extension TUIModel {
    var playerScreen: PlayerScreen { PlayerScreen(player ?? NowPlayingModel(NowPlaying()), lyrics: playedLyrics) }

    mutating func applyPlayer(_ new: NowPlayingModel, _ lyrics: LyricsScreen?) {
        let isOtherQueue = player.map { $0.queue != new.queue } ?? true
        (player, playedLyrics) = (new, lyrics)
        follow(new.isStopped ? nil : new.id.map { TUIPlayback(of: $0, at: new.elapsed) })
        updatePlayerPages()
        if isOtherQueue { updateAllPages { if $0.source == .queue { $0.makeStale() } } }
    }

    mutating func updatePlayerPages() {
        let screen = playerScreen
        updateAllPages { if $0.source == .player { $0.detail?.player = screen } }
    }

    /// Plays the selected song and the songs after it, or the song of the details.
    mutating func play() {
        if case .queued(let row)? = page.list?.selected {
            effects.append(.player(.playEntry(number: row.number)))
        } else if let list = page.list {
            guard list.selected?.music != nil else { return }
            effects.append(.play(page.source, from: list.selection))
        } else if let music = page.music, page.source != .player {
            effects.append(.player(.play([music.id])))
        }
    }

    mutating func enqueue() {
        guard let music = page.music, page.source != .player else { return }
        effects.append(.player(.add([music.id])))
        message = .note("“\(music.title)” was added to the queue.")
    }

    /// Moves the playback to the selected line of the song that plays.
    mutating func jump(in lyrics: TUILyrics) {
        guard playback?.elapsed(of: lyrics.music.id) != nil else {
            return message = .note("This song is not playing. Press p to play it.")
        }
        if let target = lyrics.target { effects.append(.player(.seek(to: target))) }
    }

    mutating func toggleShuffle() {
        guard let player else { return }
        effects.append(player.queue.isShuffled ? .player(.shuffle(seed: nil)) : .shuffle)
    }

    mutating func cycleRepetition() {
        guard let player else { return }
        let all = PlayQueue.Repetition.allCases
        let next = all.drop { $0 != player.queue.repetition }.dropFirst().first ?? .off
        effects.append(.player(.setRepetition(next)))
    }
}
