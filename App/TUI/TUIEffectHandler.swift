import FermataDomain
import FermataPresentation
import Foundation

/// Performs the effects of the TUI's model and reports their results as events.
final class TUIEffectHandler {
    private let terminal: TerminalSession
    private let services: TUIServices
    private let downloader: TUIDownloader
    private let tasks: TUITaskRunner
    /// Whether the model requested to quit.
    private(set) var isQuitting = false
    /// Whether the music plays on after the end.
    private(set) var keepsPlaying = false

    init(terminal: TerminalSession, services: TUIServices, downloader: TUIDownloader, tasks: TUITaskRunner) {
        (self.terminal, self.services) = (terminal, services)
        (self.downloader, self.tasks) = (downloader, tasks)
    }

    /// The error of the first change that failed after the TUI ended.
    var failure: (any Error)? { tasks.failure }

    /// Waits for requested changes, and cancels everything else.
    func end() async {
        await tasks.end()
        await downloader.end()
    }

    /// Starts an effect and returns immediately.
    func perform(_ effect: TUIEffect) {
        switch effect {
        case .load(let load): startLoad(load)
        case .count(let load): startCount(load)
        case .suggest(let input): startSuggestions(input)
        case .cancelLoads(let page): tasks.cancelReads(ofScreen: page)
        case .setBookmark(let isBookmarked, let row):
            change(failure: { .bookmarkFailed(row.id, $0) }) { [tasks] services in
                let row = try await services.music.setBookmark(isBookmarked, of: row)
                Self.deliverChanges(services, tasks)
                return .bookmarkSet(row)
            }
        case .setRating(let rating, let row):
            change { [tasks] services in
                let row = try await services.music.setRating(rating, of: row)
                Self.deliverChanges(services, tasks)
                return .ratingSet(row)
            }
        case .setBookmarks(let isBookmarked, let songs):
            changeSongs(songs) { [tasks] services, ids in
                let rows = try await services.music.setBookmark(isBookmarked, of: ids)
                Self.deliverChanges(services, tasks)
                return .songsChanged(rows, MusicCellModel.bookmarkedText(rows.count, isBookmarked))
            }
        case .setRatings(let rating, let songs):
            changeSongs(songs) { [tasks] services, ids in
                let rows = try await services.music.setRating(rating, of: ids)
                Self.deliverChanges(services, tasks)
                return .songsChanged(rows, MusicCellModel.ratedText(rows.count, rating))
            }
        case .annotate(let subject, let edit):
            change(failure: { .annotationFailed(subject, edit, $0) }) { [tasks] services in
                let changes = try await services.annotations.edit(edit, of: [subject])
                Self.deliverChanges(services, tasks)
                return .annotated(changes[0])
            }
        case .annotateAll(let subjects, let edit):
            change { [tasks] services in
                let changes = try await services.annotations.edit(edit, of: subjects)
                Self.deliverChanges(services, tasks)
                return .allAnnotated(changes)
            }
        case .createPlaylist(let name, let songs):
            change(failure: { .playlistRejected($0) }) { services in
                let ids = try await services.ids(of: songs)
                return .playlistSaved(try await services.playlistEditor.create(name, songs: ids))
            }
        case .addToPlaylist(let playlist, let songs):
            changePlaylist(playlist) { .add(try await $0.ids(of: songs)) }
        case .changePlaylist(let playlist, let change): changePlaylist(playlist) { _ in change }
        case .renamePlaylist(let playlist, let name):
            change(failure: { .playlistRejected($0) }) {
                .playlistSaved(try await $0.playlistEditor.rename(playlist, to: name))
            }
        case .deletePlaylist(let playlist):
            change { services in
                try await services.playlistEditor.delete(playlist)
                return .playlistDeleted(playlist)
            }
        case .download(let id):
            change { [downloader] _ in
                try await downloader.download(id)
                return .downloadRequested(id)
            }
        case .removeDownload(let id):
            change { [downloader] _ in
                try await downloader.remove([id])
                return .downloadRemoved
            }
        case .downloadSongs(let songs):
            change { [downloader] services in
                .downloadsRequested(count: try await downloader.download(try await services.ids(of: songs)))
            }
        case .removeDownloads(let songs):
            change { [downloader] services in
                let ids = try await services.ids(of: songs)
                try await downloader.remove(ids)
                return .downloadsRemoved(count: ids.count)
            }
        case .play(let songs): control(songs) { .play($0) }
        case .playRandom: startPlayingRandomSongs()
        case .enqueue(let songs): control(songs) { .add($0) }
        case .enqueueNext(let songs): control(songs) { .insertNext($0) }
        case .player(let command): control(command)
        case .readPlayer: tasks.start { [services] _ in await services.player.reportStatus() }
        case .shuffle: control(.shuffle(seed: .random(in: .min ... .max)))
        case .setDone(let isDone, let number):
            change { .toDoChecked(try await $0.toDos.value.setDone(isDone, ofToDo: number)) }
        case .removeToDo(let number):
            change { services in
                try await services.toDos.value.remove([number])
                return .toDoRemoved(number)
            }
        case .openForm: tasks.start { [services] report in report(.model(.formReady(services.toDos.value.input))) }
        case .addToDo(let input, let subject):
            // Out of order: geocoding its address may take long.
            change(inOrder: false, failure: { .toDoRejected($0) }) {
                .toDoSaved(try await $0.toDos.value.add(input, about: subject))
            }
        case .openEditForm(let number):
            tasks.start(failure: { .formFailed($0) }) { [services] report in
                report(.model(.formReady(try await services.toDos.value.input(of: number))))
            }
        case .editToDo(let number, let input):
            change(inOrder: false, failure: { .toDoRejected($0) }) {
                .toDoSaved(try await $0.toDos.value.edit(number, input))
            }
        case .undo:
            change { [tasks] services in
                // The last change may be one of the queue.
                await services.player.finishCommands()
                let change = try await services.undo.undoLast()
                Self.deliverChanges(services, tasks)
                return .undone(change)
            }
        case .sync: startSync([])
        case .syncSource(let name): startSync([name])
        case .addSource(let input):
            change(failure: { .sourceRejected($0) }) { .sourceAdded(try await $0.sources.add(input)) }
        case .editSource(let name, let input):
            change(failure: { .sourceRejected($0) }) {
                .sourceEdited(name, try await $0.sources.set(name, input.changes))
            }
        case .removeSource(let name, let keepingBookmarked):
            change { services in
                _ = try await services.sources.remove(name, keepingBookmarked: keepingBookmarked)
                return .sourceRemoved(name)
            }
        case .redraw: terminal.redraw()
        case .suspend: terminal.suspend()
        case .interrupt: kill(getpid(), SIGINT)
        case .quit: isQuitting = true
        case .quitPlaying: (isQuitting, keepsPlaying) = (true, true)
        }
    }

    /// Performs a command about songs.
    private func control(_ songs: TUISongs, _ command: @escaping @Sendable ([MusicID]) -> PlayerCommand) {
        tasks.start { [services] _ in
            try await services.player.perform {
                command(try await services.ids(of: songs, limit: songs.playLimit))
            }
        }
    }

    private func startPlayingRandomSongs() {
        tasks.start { [services] _ in
            let seed = UInt64.random(in: .min ... .max)
            let songs = try await services.music.randomIDs(PlayQueue.libraryLimit, seed: seed)
            try await services.player.perform(.play(songs, seed: seed))
        }
    }

    private func control(_ command: PlayerCommand) {
        tasks.start { [services] _ in try await services.player.perform(command) }
    }

    /// Syncs the named sources, or all. Reports progress and, at the end, the result of each source.
    private func startSync(_ names: [String]) {
        tasks.start(failure: { .syncFailed($0) }) { [services] report in
            var throttle = Throttle()
            var results: [SyncResultCellModel] = []
            for try await update in services.sources.sync(names) {
                switch update {
                case .progress(let line):
                    if throttle.isDue(at: services.now()) { report(.model(.syncProgressed(line))) }
                case .result(let row): results.append(row)
                }
            }
            report(.model(.synced(results, notice: services.notice.text(for: .user))))
        }
    }

    /// Makes a change after the earlier ones, or concurrently if `inOrder` is false.
    ///
    /// The change fails if the library's file was removed.
    private func change(
        inOrder: Bool = true, failure: @escaping TUITaskRunner.Failure = { .problem($0) },
        _ body: @escaping @Sendable (TUIServices) async throws -> TUIEvent
    ) {
        tasks.perform(inOrder: inOrder, failure: failure) { [services] in
            try services.libraryChanges.checkLibrary()
            return try await body(services)
        }
    }

    /// Makes a change of several songs.
    private func changeSongs(
        _ songs: TUISongs, _ body: @escaping @Sendable (TUIServices, [MusicID]) async throws -> TUIEvent
    ) {
        change { try await body($0, try await $0.ids(of: songs)) }
    }

    private func changePlaylist(
        _ playlist: PlaylistCellModel, _ change: @escaping @Sendable (TUIServices) async throws -> PlaylistChange
    ) {
        self.change(failure: { .playlistFailed(playlist.id, $0) }) { services in
            .playlistChanged(try await services.playlistEditor.change(playlist, by: try await change(services)))
        }
    }

    /// Runs out of order, so that a server without a response delays no other change.
    private static func deliverChanges(_ services: TUIServices, _ tasks: TUITaskRunner) {
        tasks.perform(inOrder: false) {
            .changesDelivered(waiting: try await services.deliveries.deliverWithinTimeout())
        }
    }

    private func startLoad(_ load: TUILoad) {
        let id = TUITaskRunner.ReadID(screen: load.page, kind: .rows)
        tasks.startRead(id, failure: { .loadFailed(load, $0) }) { [services] report in
            try await services.read(load) { report(.model(.loaded(load, $0))) }
        }
    }

    /// Ignores failures, because the search for the typed text reports them with its rows.
    private func startSuggestions(_ input: SearchInput) {
        tasks.startRead(.suggestions, failure: { _ in .suggested(input, []) }) { [services] report in
            report(.model(.suggested(input, try await services.suggestions.suggestions(for: input))))
        }
    }

    private func startCount(_ load: TUILoad) {
        let id = TUITaskRunner.ReadID(screen: load.page, kind: .count)
        tasks.startRead(id, failure: { .loadFailed(load, $0) }) { [services] report in
            report(.model(.counted(load, try await services.count(load.source))))
        }
    }
}
