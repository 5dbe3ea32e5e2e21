/// Which music a listener may have.
public enum ExplicitFilter: Equatable, Sendable, CaseIterable {
    case all
    /// Leaves out what is known to be explicit.
    case notExplicit
    /// Leaves out all that is not known to be clean.
    case cleanOnly

    public func allows(_ status: ExplicitStatus) -> Bool {
        switch self {
        case .all: true
        case .notExplicit: status != .explicit
        case .cleanOnly: status == .clean
        }
    }
}

/// What a source says about a recording's words.
public enum ExplicitStatus: String, Equatable, Sendable, CaseIterable {
    case unknown, clean, explicit
}
