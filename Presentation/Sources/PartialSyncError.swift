import FermataDomain

/// The error of a sync that read the songs of a source, but not its playlists or stars.
struct PartialSyncError: ProblemConvertible {
    /// The part of a source that the sync could not read or change.
    enum Part {
        case playlists, stars
    }

    let source: String
    let part: Part
    let cause: SourceFailure

    func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        var problem = cause.problem(for: audience, ofSource: source, unchanged: unchanged)
        problem.sentence = "The songs of \(source) are updated, its \(part) are not. \(problem.sentence)"
        return problem
    }

    private var unchanged: String {
        switch part {
        case .playlists: "Stored playlists are unchanged."
        case .stars: "Bookmarks are unchanged."
        }
    }
}
