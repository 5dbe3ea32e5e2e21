/// The person who listens, and the age from which explicit music is allowed.
public struct Listener: Equatable, Sendable {
    public static let anyone = Listener()
    /// The ages that a listener can have, in years.
    public static let ages = 0...150
    public var age: Int?
    public var explicitAge: Int
    /// Whether music of unknown status is excluded too.
    public var isStrict: Bool

    public init(age: Int? = nil, explicitAge: Int = 19, isStrict: Bool = false) {
        self.age = age
        self.explicitAge = explicitAge
        self.isStrict = isStrict
    }

    /// Whether the listener may see counts: for a restricted listener they would reveal excluded music.
    public var seesCounts: Bool { filter == .all }

    /// The filter that every query for this listener uses.
    public var filter: ExplicitFilter {
        guard let age, age < explicitAge else { return .all }
        return isStrict ? .cleanOnly : .notExplicit
    }
}

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
