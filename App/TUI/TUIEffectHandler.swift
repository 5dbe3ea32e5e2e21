import FermataDomain
import FermataPresentation

/// Does what the browser's model asks for, beside the screen, and reports how it ended.
struct TUIEffectHandler {
    private let reader: TUIQueries
    private let changer: TUICommands
    private let downloader: TUIDownloader
    private let refresher: TUISync
    private let tasks: TUITaskRunner

    init(_ app: Composition, jobs: Int, report: @escaping TUITaskRunner.Report) {
        let toDos = LazyToDos { app.toDos }
        reader = TUIQueries(app, toDos: toDos)
        changer = TUICommands(app, toDos: toDos)
        downloader = TUIDownloader(app, jobs: jobs, report: report)
        refresher = TUISync(app)
        tasks = TUITaskRunner(report: report)
        tasks.aside { [follower = LibraryChangeFollower(app.watch)] report in
            try await follower.run { report(.event($0)) }
        }
    }

    /// The change that failed after the browser had ended, if one did.
    var failure: (any Error)? { tasks.failure }

    /// Waits for changes that were asked for, and gives up all else.
    func end() async {
        await tasks.end()
        await downloader.end()
    }

    /// Begins to do it, and returns at once.
    func perform(_ effect: TUIEffect) {
        switch effect {
        case .load(let load): read(load)
        case .count(let load): count(load)
        case .forget(let page): tasks.forget(page: page)
        case .setBookmark, .setDone, .removeToDo, .removeDownload, .add: change(effect)
        case .beginInput: tasks.aside { [changer] report in report(.event(.input(changer.input))) }
        case .download(let id): tasks.aside { [downloader] _ in try await downloader.download(id) }
        case .refresh: tasks.aside(failure: { .refreshFailed($0) }) { [refresher] in try await refresher.run($0) }
        case .redraw, .suspend, .interrupt, .quit: break
        }
    }

    private func read(_ load: TUILoad) {
        let reading = TUITaskRunner.Reading(page: load.page, isCount: false)
        tasks.read(reading, failure: { .loadFailed(load, $0) }) { [reader] report in
            try await reader.read(load) { report(.event(.loaded(load, $0))) }
        }
    }

    private func count(_ load: TUILoad) {
        let reading = TUITaskRunner.Reading(page: load.page, isCount: true)
        tasks.read(reading, failure: { .loadFailed(load, $0) }) { [reader] report in
            report(.event(.counted(load, try await reader.count(load.source))))
        }
    }

    private func change(_ effect: TUIEffect) {
        switch effect {
        case .setBookmark(let isBookmarked, let row):
            tasks.change(failure: { .bookmarkFailed(row.id, $0) }) { [changer] in
                .bookmarked(try await changer.setBookmark(isBookmarked, of: row))
            }
        case .setDone(let isDone, let number):
            tasks.change { [changer] in .checked(try await changer.setDone(isDone, ofToDo: number)) }
        case .removeToDo(let number):
            tasks.change { [changer] in
                try await changer.removeToDo(number)
                return .removed(toDo: number)
            }
        case .removeDownload(let id):
            tasks.change { [downloader] in
                try await downloader.remove(id)
                return .told("The download is removed.")
            }
        case .add(let input, let subject):
            // Its address may take long to be found.
            tasks.change(inOrder: false, failure: { .notAdded($0) }) { [changer] in
                .added(try await changer.add(input, about: subject))
            }
        default: break
        }
    }
}
