import FermataDomain
import Testing

extension UndoRepositoryContract {
    static let queue: [Rule] = [
        rule("undoes each change of the queue, step by step") { library in
            let ids = try await library.music.all().map(\.id)
            var states: [PlayQueue] = []
            for command in [
                PlayerCommand.add(Array(ids.prefix(5))), .insertNext([ids[6]]), .move(entries: [2, 3], to: .end),
                .remove(entries: [1]), .replaceQueue([ids[1], ids[0]], index: nil, elapsed: .zero, repetition: .off),
                .clear,
            ] {
                library.time.advance(by: 60)
                states.append(try await library.playback.load().queue)
                _ = try await library.playback.update { try $0.perform(command) }
            }
            let changes = try await library.undo.all()
            #expect(
                changes.actions == [
                    .clearQueue, .replaceQueue, .removeFromQueue, .moveInQueue, .addToQueue, .addToQueue,
                ])
            #expect(changes.map(\.count).suffix(4) == [1, 2, 1, 5] && changes.first?.made == library.time.now)
            for (change, state) in zip(changes, states.reversed()) {
                #expect(try await undoLast(in: library) == change)
                #expect(try await library.playback.load().queue.entries == state.entries)
            }
            #expect(try await undoLast(in: library) == nil)
        },
        rule("stores no change of the queue for commands that change no songs") { library in
            let ids = try await library.music.all().prefix(3).map(\.id)
            _ = try await library.playback.update { try $0.perform(.add(ids)) }
            for command in [
                PlayerCommand.add([]), .move(entries: [3], to: .end), .remove(entries: []), .setRepetition(.all),
                .shuffle(seed: 7), .shuffle(seed: nil), .setVolume(20),
                .replaceQueue(ids, index: 1, elapsed: .seconds(3), repetition: .off),
            ] {
                _ = try await library.playback.update { try $0.perform(command) }
            }
            try await library.playback.store(PlaybackPosition(entry: 2, elapsed: .seconds(4), volume: 30))
            #expect(try await library.undo.all().actions == [.addToQueue])
        },
        rule("undoes the last change before those of the queue, on request") { library in
            let ids = try await library.music.all().map(\.id)
            try await library.music.setBookmark(true, of: ids[0])
            for id in ids.prefix(2) { _ = try await library.playback.update { try $0.perform(.add([id])) } }
            for action in [UndoableChange.Action.bookmark, nil] {
                let undone = try await library.undo.undoLast(allowing: .all, includingQueue: false, only: nil)
                #expect(undone?.action == action)
            }
            #expect(try await library.undo.all().actions == [.addToQueue, .addToQueue])
        },
        rule("gives no change of the queue the number of an undone one") { library in
            let ids = try await library.music.all().map(\.id)
            let first = try await library.playback.update { try $0.perform(.add(ids)) }.change
            try await undoLast(in: library)
            try await library.music.setBookmark(true, of: ids[0])
            try await library.undo.undoLast()
            let second = try await library.playback.update { try $0.perform(.add(ids)) }.change
            #expect(try #require(second) > #require(first))
        },
        rule("hides changes of the queue with hidden songs, and those below") { library in
            let songs = try await library.music.all()
            let clean = try #require(songs.first { $0.explicit == .clean }).id
            let explicit = try #require(songs.first { $0.explicit == .explicit }).id
            for command in [PlayerCommand.add([clean]), .add([explicit]), .add([clean]), .move(entries: [1], to: .end)]
            {
                _ = try await library.playback.update { try $0.perform(command) }
            }
            #expect(try await library.undo.all(.notExplicit).actions == [.moveInQueue, .addToQueue])
            for _ in 1...2 { try await undoLast(in: library, allowing: .notExplicit) }
            #expect(try await undoLast(in: library, allowing: .notExplicit) == nil)
            _ = try await library.playback.update { try $0.perform(.remove(entries: [2])) }
            #expect(try await library.undo.all(.notExplicit).isEmpty)
            #expect(try await library.undo.all().actions == [.removeFromQueue, .addToQueue, .addToQueue])
        },
        rule("undoes changes of the queue with songs that have left the library") { library in
            let ids = try await library.music.all().map(\.id)
            for command in [PlayerCommand.add(ids), .remove(entries: [1, 2])] {
                _ = try await library.playback.update { try $0.perform(command) }
            }
            _ = try await library.music.refresh("radio", with: [])
            try await undoLast(in: library)
            #expect(try await library.playback.load().queue.entries.map(\.song) == ids)
        },
        rule("keeps the last changes of the queue apart from the other ones") { library in
            let ids = try await library.music.all().map(\.id)
            try await library.music.setBookmark(true, of: ids[0])
            for _ in 0...UndoableChange.limit { _ = try await library.playback.update { try $0.perform(.add(ids)) } }
            let actions = try await library.undo.all().actions
            #expect(actions == Array(repeating: .addToQueue, count: UndoableChange.queueLimit) + [.bookmark])
        },
    ]

    /// Undoes the last change, one of the queue in the stored queue.
    @discardableResult
    private static func undoLast(
        in library: UndoableLibrary, allowing filter: ExplicitFilter = .all
    ) async throws -> UndoableChange? {
        let change = try await library.undo.undoLast(allowing: filter)
        if case .queue(let number) = change?.subject { _ = try await library.playback.undo(change: number) { _ in } }
        return change?.unnumbered
    }
}
