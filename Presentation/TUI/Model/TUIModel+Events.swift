/// Applies each event to the model.
extension TUIModel {
    mutating func apply(_ event: TUIEvent) {
        switch event {
        case .key(let key): applyKey(key)
        case .paste(let text): applyPaste(text)
        case .click(let line): applyClick(line)
        case .clickTab(let tab): if !acceptsText { show(tab) }
        case .wheel(let step): if !acceptsText || search != nil { scroll(by: step) }
        case .resized(let columns, let rows): resize(columns: columns, rows: rows)

        case .loaded(let load, let result): applyLoad(result, of: load)
        case .counted(let load, let total): applyCount(total, of: load)
        case .loadFailed(let load, let problem): updatePage(of: load) { $0.fail(load.serial, problem) }
        case .suggested(let input, let rows): applySuggestions(rows, for: input)
        case .libraryChanged: applyLibraryChange()
        case .libraryFailed(let problem): libraryProblem = problem

        case .bookmarkSet(let music): applyBookmark(music)
        case .bookmarkFailed(let id, let problem):
            pendingBookmarks[id] = nil
            message = .problem(problem)
        case .changesDelivered(let waiting): if !waiting.isEmpty { message = .note(waiting.joined(separator: " ")) }
        case .downloadRequested: break  // the download's rows follow as changes
        case .downloadChanged(let row): applyDownload(row)
        case .downloadRemoved: message = .note("The download was removed.")
        case .formReady(let input): openForm(input)
        case .formFailed(let problem):
            pendingForm = nil
            message = .problem(problem)
        case .toDoAdded(let added): applyAddedToDo(added)
        case .toDoEdited(let edited): applyEditedToDo(edited)
        case .toDoRejected(let problem):
            form?.isSaving = false
            message = .problem(problem)
        case .toDoChecked(let row): applyCheckedToDo(row)
        case .toDoRemoved(let number): applyRemoval(ofToDo: number)
        case .undone(let change): applyUndo(of: change)
        case .syncProgressed(let progress):
            if syncText != nil { (syncText, syncProgress) = (progress.text, progress) }
        case .synced(let rows, let notice): applySyncResults(rows, notice: notice)
        case .syncFailed(let problem):
            endSync()
            message = .problem(problem)
        case .sourceAdded(let row): applyAddedSource(row)
        case .sourceEdited(let name, let row): applyEditedSource(name, row)
        case .sourceRejected(let problem): applyRejectedSource(problem)
        case .sourceRemoved(let name): applyRemoval(ofSource: name)
        case .playerChanged(let player, let lyrics): applyPlayer(player, lyrics)
        case .notice(let text): message = .problem(text)
        case .problem(let problem): message = .problem(problem)
        }
    }
}
