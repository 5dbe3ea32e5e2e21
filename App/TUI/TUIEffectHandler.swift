import FermataDomain
import FermataPresentation
import Foundation

/// Performs the effects of the TUI's model and reports their results as events.
final class TUIEffectHandler {
    private let terminal: TerminalSession
    private let queries: TUIQueries
    private let commands: TUICommands
    private let downloader: TUIDownloader
    private let sync: TUISync
    private let player: TUIPlayer
    private let tasks: TUITaskRunner
    /// Whether the model requested to quit.
    private(set) var isQuitting = false

    init(
        terminal: TerminalSession, queries: TUIQueries, commands: TUICommands, downloader: TUIDownloader,
        sync: TUISync, player: TUIPlayer, tasks: TUITaskRunner
    ) {
        self.terminal = terminal
        self.queries = queries
        self.commands = commands
        self.downloader = downloader
        self.sync = sync
        self.player = player
        self.tasks = tasks
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
            tasks.perform(failure: { .bookmarkFailed(row.id, $0) }) { [commands, tasks] in
                let row = try await commands.setBookmark(isBookmarked, of: row)
                Self.deliverChanges(commands, tasks)
                return .bookmarkSet(row)
            }
        case .download(let id):
            tasks.perform { [downloader] in
                try await downloader.download(id)
                return .downloadRequested(id)
            }
        case .removeDownload(let id):
            tasks.perform { [downloader] in
                try await downloader.remove(id)
                return .downloadRemoved
            }
        case .play(let source, let row): startPlaying(source, from: row)
        case .player(let command): control(command)
        case .readPlayer: tasks.start { [player] _ in await player.reportStatus() }
        case .shuffle: control(.shuffle(seed: .random(in: .min ... .max)))
        case .setDone(let isDone, let number):
            tasks.perform { [commands] in .toDoChecked(try await commands.setDone(isDone, ofToDo: number)) }
        case .removeToDo(let number):
            tasks.perform { [commands] in
                try await commands.removeToDo(number)
                return .toDoRemoved(number)
            }
        case .openForm: tasks.start { [commands] report in report(.model(.formReady(commands.emptyInput))) }
        case .addToDo(let input, let subject):
            // Out of order: geocoding its address may take long.
            tasks.perform(inOrder: false, failure: { .toDoRejected($0) }) { [commands] in
                .toDoAdded(try await commands.add(input, about: subject))
            }
        case .openEditForm(let number):
            tasks.start(failure: { .formFailed($0) }) { [commands] report in
                report(.model(.formReady(try await commands.input(ofToDo: number))))
            }
        case .editToDo(let number, let input):
            tasks.perform(inOrder: false, failure: { .toDoRejected($0) }) { [commands] in
                .toDoEdited(try await commands.edit(number, input))
            }
        case .undo:
            tasks.perform { [commands, tasks] in
                let change = try await commands.undoLast()
                Self.deliverChanges(commands, tasks)
                return .undone(change)
            }
        case .sync: startSync([])
        case .syncSource(let name): startSync([name])
        case .addSource(let input):
            tasks.perform(failure: { .sourceRejected($0) }) { [commands] in
                .sourceAdded(try await commands.addSource(input))
            }
        case .editSource(let name, let input):
            tasks.perform(failure: { .sourceRejected($0) }) { [commands] in
                .sourceEdited(name, try await commands.editSource(name, input))
            }
        case .removeSource(let name, let keepingBookmarked):
            tasks.perform { [commands] in
                try await commands.removeSource(name, keepingBookmarked: keepingBookmarked)
                return .sourceRemoved(name)
            }
        case .redraw: terminal.redraw()
        case .suspend: terminal.suspend()
        case .interrupt: kill(getpid(), SIGINT)
        case .quit: isQuitting = true
        }
    }

    private func startPlaying(_ source: TUISource, from row: Int) {
        tasks.start { [queries, player] _ in
            let songs = try await queries.songs(of: source, from: row, limit: TUIPlayer.songLimit)
            try await player.perform(.play(songs))
        }
    }

    private func control(_ command: PlayerCommand) {
        tasks.start { [player] _ in try await player.perform(command) }
    }

    private func startSync(_ names: [String]) {
        tasks.start(failure: { .syncFailed($0) }) { [sync] report in try await sync.run(names, report) }
    }

    /// Runs out of order, so that a server without a response delays no other change.
    private static func deliverChanges(_ commands: TUICommands, _ tasks: TUITaskRunner) {
        tasks.perform(inOrder: false) { .changesDelivered(waiting: try await commands.deliver()) }
    }

    private func startLoad(_ load: TUILoad) {
        let id = TUITaskRunner.ReadID(screen: load.page, kind: .rows)
        tasks.startRead(id, failure: { .loadFailed(load, $0) }) { [queries] report in
            try await queries.read(load) { report(.model(.loaded(load, $0))) }
        }
    }

    /// Ignores failures, because the search for the typed text reports them with its rows.
    private func startSuggestions(_ input: SearchInput) {
        tasks.startRead(.suggestions, failure: { _ in .suggested(input, []) }) { [queries] report in
            report(.model(.suggested(input, try await queries.suggestions(for: input))))
        }
    }

    private func startCount(_ load: TUILoad) {
        let id = TUITaskRunner.ReadID(screen: load.page, kind: .count)
        tasks.startRead(id, failure: { .loadFailed(load, $0) }) { [queries] report in
            report(.model(.counted(load, try await queries.count(load.source))))
        }
    }
}
