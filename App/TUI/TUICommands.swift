import FermataDomain
import FermataPresentation
import Foundation

/// Changes the library for the TUI. Each function returns once its change is durable.
struct TUICommands: Sendable {
    let music: MusicListDataSource
    let toDos: Lazy<ToDoListDataSource>
    let undo: UndoDataSource
    let deliveries: DeliveryDataSource
    let sources: SourcesDataSource
    let libraryChanges: any LibraryChangeObserver

    /// An empty form for a new to-do.
    var emptyInput: ToDoInputModel { toDos.value.input }

    func setBookmark(_ isBookmarked: Bool, of row: MusicCellModel) async throws -> MusicCellModel {
        try libraryChanges.checkLibrary()
        return try await music.setBookmark(isBookmarked, of: row)
    }

    func undoLast() async throws -> UndoableChangeCellModel {
        try libraryChanges.checkLibrary()
        return try await undo.undoLast()
    }

    /// Sends changes to servers, for a few seconds; returns a line for each server with waiting changes.
    func deliver() async throws -> [String] { try await deliveries.deliverWithinTimeout() }

    func setDone(_ isDone: Bool, ofToDo number: Int) async throws -> ToDoCellModel {
        try libraryChanges.checkLibrary()
        guard let row = try await toDos.value.setDone(isDone, of: [number]).first else {
            throw ToDoError.notFound(number)
        }
        return row
    }

    func removeToDo(_ number: Int) async throws {
        try libraryChanges.checkLibrary()
        try await toDos.value.remove([number])
    }

    func add(_ input: ToDoInputModel, about subject: ToDoSubject?) async throws -> AddedToDoModel {
        try libraryChanges.checkLibrary()
        return try await toDos.value.add(input, about: subject)
    }

    /// A form with the values of a to-do.
    func input(ofToDo number: Int) async throws -> ToDoInputModel { try await toDos.value.input(of: number) }

    func edit(_ number: Int, _ input: ToDoInputModel) async throws -> EditedToDoModel {
        try libraryChanges.checkLibrary()
        return try await toDos.value.edit(number, input)
    }

    func addSource(_ input: SourceInputModel) async throws -> SourceCellModel {
        try libraryChanges.checkLibrary()
        return try await sources.add(input)
    }

    func editSource(_ name: String, _ input: SourceInputModel) async throws -> SourceCellModel {
        try libraryChanges.checkLibrary()
        return try await sources.set(name, input.changes)
    }

    func removeSource(_ name: String, keepingBookmarked: Bool) async throws {
        try libraryChanges.checkLibrary()
        _ = try await sources.remove(name, keepingBookmarked: keepingBookmarked)
    }
}

/// Syncs sources in the background.
struct TUISync: Sendable {
    let sources: SourcesDataSource
    let notice: LibraryNotice
    let now: @Sendable () -> Date

    /// Syncs the named sources, or all. Reports progress and, at the end, the result of each source.
    func run(_ names: [String], _ report: @escaping TUITaskRunner.Report) async throws {
        var throttle = Throttle()
        var results: [SyncResultCellModel] = []
        for try await update in sources.sync(names) {
            switch update {
            case .progress(let line): if throttle.isDue(at: now()) { report(.model(.syncProgressed(line))) }
            case .result(let row): results.append(row)
            }
        }
        report(.model(.synced(results, notice: notice.text(for: .user))))
    }
}
