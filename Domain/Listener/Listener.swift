/// Who listens, and from which age on explicit music is theirs to hear.
public struct Listener: Equatable, Sendable {
    public static let anyone = Listener()
    public var age: Int?
    public var explicitAge: Int
    /// Whether music of unknown status is left out too.
    public var isStrict: Bool

    public init(age: Int? = nil, explicitAge: Int = 19, isStrict: Bool = false) {
        self.age = age
        self.explicitAge = explicitAge
        self.isStrict = isStrict
    }

    /// Whether the listener may see counts: for a restricted listener they would reveal music that is left out.
    public var seesCounts: Bool { filter == .all }

    /// What this listener may have.
    public var filter: ExplicitFilter {
        guard let age, age < explicitAge else { return .all }
        return isStrict ? .cleanOnly : .notExplicit
    }
}
