import FermataDomain

/// The state of a source's sync, and what to do next.
extension SourceCellModel {
    /// The progress of the running sync, or how the latest one ended; empty before the first.
    public var syncText: String {
        if let progress { return progress.detail }
        guard let latest else { return "" }
        if latest.failure != nil, let reason = latest.reasonText { return "failed: \(reason)" }
        let changes = latest.changesText.isEmpty ? latest.result : latest.changesText
        return latest.reasonText.map { "\(changes) (\($0))" } ?? changes
    }

    /// Whether the latest sync could not read everything.
    public var isProblem: Bool { progress == nil && latest?.reasonText != nil }

    /// What went wrong and what to do about it, or that the source has to be read; nil if there is nothing to do.
    public func hint(for audience: ProblemModel.Audience) -> String? {
        if progress != nil { return nil }
        if let problem = latest?.problem(for: audience) { return problem.text }
        return source.refreshed == nil ? "Not read yet: sync it to list its songs." : nil
    }

    /// The address as a client of the web server sees it, without paths of the server's computer.
    public var webAddress: String {
        SourceAccess.networkKinds.allowsAddress(ofKind: kind) ? address : Self.hiddenAddress
    }

    private static let hiddenAddress = "on the server’s computer"
}
