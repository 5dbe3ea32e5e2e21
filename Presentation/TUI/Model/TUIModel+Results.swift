import FermataDomain

/// Applies the results of loads, and changes by other programs.
extension TUIModel {
    mutating func applyLoad(_ result: TUILoadResult, of load: TUILoad) {
        var isCurrent = false
        updatePage(of: load) { page in
            isCurrent = page.receiveResult(ofLoad: load.serial)
            guard isCurrent else { return }
            switch result {
            case .rows(let rows, _): page.list?.apply(rows, of: load.window)
            case .allRows(let rows, _): page.list?.apply(rows, of: .all)
            case .music(let row, let records):
                page.detail?.music = row.row
                page.detail?.download = row.download
                page.detail?.records = records
            case .lyrics(let screen): page.lyrics?.show(screen)
            case .toDo(let row): page.detail?.toDo = row
            case .source(let row): page.detail?.source = row
            }
        }
        if let freshness = result.freshness { self.freshness = freshness }
        guard isCurrent else { return }
        // The content may have been read before these songs were changed.
        for (music, serial) in changedSongs.values where serial >= load.serial {
            updatePage(of: load) { $0.replace([music.id: music]) }
        }
        for (subject, change) in changedSubjects where change.serial >= load.serial {
            updatePage(of: load) { $0.annotate([subject: change.annotations]) }
        }
        removeEndedDownloads(of: result.musicRows, serial: load.serial)
    }

    /// Drops ended downloads in favour of rows that were requested later; running ones stay.
    private mutating func removeEndedDownloads(of rows: [TUIRow], serial: Int) {
        guard !downloads.isEmpty else { return }
        for row in rows where !row.isDownloading {
            guard let id = row.music?.id, let changed = downloads[id] else { continue }
            if !changed.row.isUnderWay, changed.serial < serial { downloads[id] = nil }
        }
    }

    mutating func applyCount(_ total: Int, of load: TUILoad) {
        updatePage(of: load) { page in
            guard page.countSerial == load.serial else { return }
            page.countSerial = nil
            page.list?.apply(total: total)
        }
    }

    mutating func applyLibraryChange() {
        if libraryProblem != nil { (libraryProblem, message) = (nil, nil) }
        readAgain()
    }

    /// Marks all pages for reading again, and reads the playing song at once.
    private mutating func readAgain() {
        updateAllPages { $0.makeStale() }
        if player?.id != nil { effects.append(.readPlayer) }
    }

    // MARK: - Playback

    /// Marks the line that is sung in all pages with the song's lyrics.
    mutating func follow(_ playback: TUIPlayback?) {
        self.playback = playback
        updateAllPages { page in
            guard let music = page.lyrics?.music.id else { return }
            page.lyrics?.follow(playback?.elapsed(of: music))
        }
    }

    // MARK: - Results of changes

    /// Shows a song after a change of its bookmark or rating.
    mutating func applyChange(of music: MusicCellModel) {
        if pendingBookmarks[music.id] == music.isBookmarked { pendingBookmarks[music.id] = nil }
        changedSongs[music.id] = (music, lastSerial)
        player?.replaceSong(music)
        updatePlayerPages()
        updateAllPages { $0.replace([music.id: music]) }
    }

    /// Shows an album or artist after a change of its bookmark or rating.
    mutating func applyAnnotation(_ change: AnnotationChangeModel) {
        let subject = change.subject.id
        if pendingSubjectBookmarks[subject] == change.annotations.isBookmarked {
            pendingSubjectBookmarks[subject] = nil
        }
        changedSubjects[subject] = (change.annotations, lastSerial)
        updateAllPages { $0.annotate([subject: change.annotations]) }
        message = .note(change.text)
    }

    /// Stores a download until its rows are read again. Completed and removed downloads change the library, so that the
    /// rows are read again at once.
    mutating func applyDownload(_ row: DownloadCellModel) {
        switch row.download.state {
        case .waiting, .downloading, .failed: downloads[row.id] = (row, lastSerial)
        case .downloaded, .notDownloaded: downloads[row.id] = nil
        }
        updateAllPages { page in
            guard page.detail?.music?.id == row.id else { return }
            page.detail?.download = row.download.state
            // Progress follows so quickly that it would restart slow reads endlessly.
            if !row.isUnderWay { page.restartReads() }
        }
        if let text = row.failureText { message = .problem("\(text) Press \(keys.name(of: .download)) to retry.") }
    }

    mutating func openForm(_ input: ToDoInputModel) {
        guard let pendingForm else { return }
        form = TUIForm(.toDo(input, for: pendingForm))
        (self.pendingForm, search) = (nil, nil)
    }

    /// Closes the form, or leaves it open for a better address of the stored to-do.
    mutating func applySavedToDo(_ saved: SavedToDoModel) {
        if saved.lacksCoordinate {
            form?.edit(saved.row.toDo)
            form?.correct("address")
        } else {
            form = nil
        }
        let title = saved.row.title.text
        let confirmation = saved.isChange ? "Saved “\(title)”." : "Added “\(title)” as number \(saved.row.number)."
        message = .note(saved.messages.isEmpty ? confirmation : saved.messages.joined(separator: " "))
        if saved.isChange { updateAllPages { $0.makeStale() } }
    }

    mutating func applyCheckedToDo(_ row: ToDoCellModel) {
        message = .note(row.isDone ? "“\(row.title.text)” is done." : "“\(row.title.text)” is open again.")
        updateAllPages { page in
            page.list?.move(.toDo(row))
            if page.source.showsToDos { page.restartReads() }
        }
        if page.detail?.toDo?.row.number == row.number { pop() }
    }

    mutating func applyRemoval(ofToDo number: Int) {
        message = .note("The to-do was removed. Press \(keys.name(of: .undo)) to undo.")
        updateAllPages { page in
            page.list?.remove(.toDo(number))
            if page.source.showsToDos { page.restartReads() }
        }
        if page.detail?.toDo?.row.number == number { pop() }
    }

    mutating func applyUndo(of change: UndoableChangeCellModel) {
        message = .note(change.undoneText)
        readAgain()
        // A load from before the undo would select the row at its former position.
        updateAllPages { $0.restartReads() }
        if case .toDo(let toDo) = change.change.subject { page.list?.selectWhenLoaded(.toDo(toDo.number)) }
        if case .song(let music) = change.change.subject {
            changedSongs = [:]
            page.list?.selectWhenLoaded(.music(music.id))
        }
        if case .annotated(let subject) = change.change.subject {
            changedSubjects = [:]
            switch subject {
            case .album(let id, _, _): page.list?.selectWhenLoaded(.album(id))
            case .artist(let name): page.list?.selectWhenLoaded(.listedArtist(name))
            }
        }
    }

    mutating func applySyncResults(_ results: [SyncResultCellModel], notice: String?) {
        endSync()
        let failures = [notice].compactMap(\.self) + results.compactMap(\.failureText)
        if results.isEmpty, notice == nil {
            message = .note(keys.text(EmptyListText.sources.tui))
        } else if failures.isEmpty {
            message = .note(results.map(\.summaryText).joined(separator: "; "))
        } else {
            message = .problem(failures.joined(separator: "; "))
        }
    }
}

extension SyncResultCellModel {
    /// The problem of the sync; nil if it read everything.
    fileprivate var failureText: String? {
        reasonText.map { "\(source): \(failure == nil ? "the \(unreadPart) are not updated, " : "")\($0)" }
    }

    private var unreadPart: String { syncResult.playlistsFailure == nil ? "stars" : "playlists" }

    /// The changes or, for a listener who may not see counts, the result.
    fileprivate var summaryText: String {
        "\(source): \(changesText.isEmpty ? result : changesText)" + (incompleteText.map { ". \($0)" } ?? "")
    }
}

/// Adds, changes, removes and syncs sources.
extension TUIModel {
    /// Opens the form of a new source, or of the one with a name.
    mutating func openForm(_ input: SourceInputModel, of name: String?) {
        form = TUIForm(.source(input, of: name))
        search = nil
    }

    mutating func promptToRemove(_ source: SourceCellModel) {
        prompt = TUIPrompt(
            question: String(SourceRemovalModel.openQuestion(source.name).dropLast()), ending: "?",
            choices: zip("yk", SourceRemovalModel.choices).map { key, choice in
                .init(
                    key: key, hint: choice.title.lowercased(),
                    action: .effect(.removeSource(source.name, keepingBookmarked: choice.keepsBookmarked)))
            })
    }

    /// Ends the display of the running sync. The screens of sources then show its results.
    mutating func endSync() {
        syncText = nil
        reloadSources()
    }

    mutating func applyAddedSource(_ row: SourceCellModel) {
        form = nil
        message = .note("Added “\(row.name)”. Press \(keys.name(of: .syncSelected)) to sync it.")
        reloadSources()
        page.list?.selectWhenLoaded(.source(row.name))
    }

    mutating func applyEditedSource(_ name: String, _ row: SourceCellModel) {
        form = nil
        message = .note("Saved “\(row.name)”.")
        if page.source == .sourceDetail(name), row.name != name { pop() }
        reloadSources()
        page.list?.selectWhenLoaded(.source(row.name))
    }

    /// Activates the field that the problem names.
    mutating func applyRejectedSource(_ problem: ProblemModel) {
        form?.correct(problem.field)
        // A hint about a field names options of the command line.
        message = problem.field == nil ? .problem(problem) : .problem(problem.sentence)
    }

    mutating func applyRemoval(ofSource name: String) {
        message = .note(SourceRemovalModel(name, keepsBookmarked: false).resultText(isRemoved: true))
        updateAllPages { page in
            page.list?.remove(.source(name))
            if page.source.showsSources { page.restartReads() }
        }
        if page.source == .sourceDetail(name) { pop() }
    }

    private mutating func reloadSources() { updateAllPages { if $0.source.showsSources { $0.makeStale() } } }
}
