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
        message = .note("Added “\(row.name)”. Press R to sync it.")
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
