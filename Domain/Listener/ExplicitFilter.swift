/// Which music a listener may see.
public enum ExplicitFilter: Equatable, Sendable, CaseIterable {
    case all
    /// Excludes music that is known to be explicit.
    case notExplicit
    /// Excludes music that is not known to be clean.
    case cleanOnly

    /// Whether the listener may see music of this status.
    public func allows(_ status: ExplicitStatus) -> Bool {
        switch self {
        case .all: true
        case .notExplicit: status != .explicit
        case .cleanOnly: status == .clean
        }
    }
}

/// Whether a recording's lyrics are explicit, as its source states.
public enum ExplicitStatus: String, Equatable, Sendable, CaseIterable {
    case unknown, clean, explicit
}
