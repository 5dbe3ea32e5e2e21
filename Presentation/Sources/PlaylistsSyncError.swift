import FermataDomain

/// The error of a sync that read the songs of a source, but not its playlists.
struct PlaylistsSyncError: ProblemConvertible {
    let source: String
    let cause: SourceFailure

    func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        var problem = cause.problem(for: audience, unchanged: "Stored playlists are unchanged.")
        problem.sentence = "The songs of \(source) are updated, its playlists are not. \(problem.sentence)"
        return problem
    }
}
