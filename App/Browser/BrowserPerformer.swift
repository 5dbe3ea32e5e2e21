import FermataDomain
import FermataPresentation
import Foundation
import Synchronization

/// Does what the browser's model asks for, beside the screen, and reports how it ended.
final class BrowserPerformer: Sendable {
    typealias Report = @Sendable (TerminalBrowser.Happening) -> Void

    private struct State {
        var loads: [Int: Task<Void, Never>] = [:]
        var counts: [Int: Task<Void, Never>] = [:]
        /// What is given up when the browser ends.
        var others: [Int: Task<Void, Never>] = [:]
        /// What is waited for when the browser ends.
        var changes: [Int: Task<Void, Never>] = [:]
        var nextTask = 0
        /// The change that the next one waits for.
        var lastInOrder: Task<Void, Never>?
        var failure: (any Error)?
        var isEnding = false
    }

    private let state = Mutex(State())
    private let reader: BrowserReader
    private let changer: BrowserChanger
    private let downloader: BrowserDownloader
    private let refresher: BrowserRefresher
    private let report: Report

    init(_ app: Composition, jobs: Int, report: @escaping Report) {
        let toDos = LazyToDos { app.toDos }
        reader = BrowserReader(app, toDos: toDos)
        changer = BrowserChanger(app, toDos: toDos)
        downloader = BrowserDownloader(app, jobs: jobs, report: report)
        refresher = BrowserRefresher(app)
        self.report = report
        startWatching(app.watch)
    }

    /// The change that failed after the browser had ended, if one did.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Begins to do it, and returns at once.
    func perform(_ effect: BrowserEffect) {
        switch effect {
        case .load(let load): start(load)
        case .count(let load): startCount(load)
        case .forget(let page): forget(page)
        case .setBookmark(let isBookmarked, let row):
            change(failure: { .bookmarkFailed(row.id, $0) }) { [changer] in
                .bookmarked(try await changer.setBookmark(isBookmarked, of: row))
            }
        case .setDone(let isDone, let number):
            change { [changer] in .checked(try await changer.setDone(isDone, ofToDo: number)) }
        case .removeToDo(let number):
            change { [changer] in
                try await changer.removeToDo(number)
                return .removed(toDo: number)
            }
        case .add(let input, let subject):
            change(failure: { .notAdded($0) }, inOrder: false) { [changer] in
                .added(try await changer.add(input, about: subject))
            }
        case .beginInput: aside { [changer] report in report(.event(.input(changer.input))) }
        case .download(let id): aside { [downloader] _ in try await downloader.download(id) }
        case .removeDownload(let id):
            change { [downloader] in
                try await downloader.remove(id)
                return .told("Removed the download.")
            }
        case .refresh: aside(failure: { .refreshFailed($0) }) { [refresher] in try await refresher.run($0) }
        case .redraw, .suspend, .interrupt, .quit: break
        }
    }

    /// Waits for changes that were asked for, and gives up all else.
    func end() async {
        let (changes, others) = state.withLock { state in
            state.isEnding = true
            let others = [state.others.values, state.loads.values, state.counts.values].flatMap { Array($0) }
            return (Array(state.changes.values), others)
        }
        for task in others { task.cancel() }
        for task in changes { await task.value }
        for task in others { await task.value }
        await downloader.end()
    }
}

// MARK: - Reading

extension BrowserPerformer {
    /// What was asked for by the same screen before is wanted no more.
    private func start(_ load: BrowserLoad) {
        let task = task(failure: { .loadFailed(load, $0) }) { [reader] report in
            try await reader.read(load) { report(.event(.loaded(load, $0))) }
        }
        state.withLock { $0.loads.updateValue(task, forKey: load.page) }?.cancel()
    }

    private func startCount(_ load: BrowserLoad) {
        let task = task(failure: { .loadFailed(load, $0) }) { [reader] report in
            report(.event(.counted(load, try await reader.count(load.source))))
        }
        state.withLock { $0.counts.updateValue(task, forKey: load.page) }?.cancel()
    }

    private func forget(_ page: Int) {
        let (load, count) = state.withLock { ($0.loads.removeValue(forKey: page), $0.counts.removeValue(forKey: page)) }
        load?.cancel()
        count?.cancel()
    }

    /// A watch that failed is tried again: whoever moved the library away may bring it back.
    private func startWatching(_ watch: any LibraryWatch) {
        aside { report in
            // The first version is that of what is being read already.
            var isKnown = true
            while true {
                do {
                    for try await _ in watch.versions() {
                        if !isKnown { report(.event(.libraryChanged)) }
                        isKnown = false
                    }
                    return
                } catch let error as LibraryError {
                    if case .damaged = error { throw error }
                    report(.event(.libraryFailed(ErrorReport(error).line)))
                    try await Task.sleep(for: .seconds(1))
                }
            }
        }
    }
}

// MARK: - Tasks

extension BrowserPerformer {
    /// Changes are made one after the other, in the order in which they were asked for, or else beside them.
    private func change(
        failure: @escaping @Sendable (String) -> BrowserEvent = { .problem($0) }, inOrder: Bool = true,
        _ body: @escaping @Sendable () async throws -> BrowserEvent
    ) {
        state.withLock { state in
            let earlier = inOrder ? state.lastInOrder : nil
            let number = state.nextTask
            state.nextTask += 1
            let task = task(failure: failure, isChange: true) { [self] report in
                defer { self.state.withLock { $0.changes[number] = nil } }
                await earlier?.value
                report(.event(try await body()))
            }
            if inOrder { state.lastInOrder = task }
            state.changes[number] = task
        }
    }

    private func aside(
        failure: @escaping @Sendable (String) -> BrowserEvent = { .problem($0) },
        _ body: @escaping @Sendable (@escaping Report) async throws -> Void
    ) {
        state.withLock { state in
            let number = state.nextTask
            state.nextTask += 1
            state.others[number] = task(failure: failure) { [self] report in
                defer { self.state.withLock { $0.others[number] = nil } }
                try await body(report)
            }
        }
    }

    private func task(
        failure: @escaping @Sendable (String) -> BrowserEvent, isChange: Bool = false,
        _ body: @escaping @Sendable (@escaping Report) async throws -> Void
    ) -> Task<Void, Never> {
        Task { [self, report] in
            do {
                try await body(report)
            } catch is CancellationError {
            } catch LibraryError.damaged(let path) {
                report(.failed(LibraryError.damaged(path: path)))
            } catch {
                if isChange { note(error) }
                if !Task.isCancelled { report(.event(failure(ErrorReport(error).line))) }
            }
        }
    }

    /// Whoever has left the screen is told all the same.
    private func note(_ error: any Error) {
        state.withLock { state in
            if state.isEnding { state.failure = state.failure ?? error }
        }
    }
}

extension ErrorReport {
    /// The message on one line.
    var line: String { message.split(whereSeparator: \.isNewline).joined(separator: " ") }
}
