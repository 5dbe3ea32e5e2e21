public import Testing

/// One rule of a contract, with its name as a test argument.
public struct ContractRule<Subject>: Sendable, CustomTestStringConvertible {
    public let name: String
    private let check: @Sendable (Subject) async throws -> Void

    public init(_ name: String, _ check: @escaping @Sendable (Subject) async throws -> Void) {
        self.name = name
        self.check = check
    }

    public var testDescription: String { name }

    /// Checks the rule with `#expect`; throws what the subject throws.
    public func verify(_ subject: Subject) async throws { try await check(subject) }
}

/// Makes what the rules of a contract check, with a name as a test argument.
public struct ContractFactory<Make: Sendable>: Sendable, CustomTestStringConvertible {
    public let name: String
    /// Returns what the rules check, or runs a body with it and cleans up.
    public let make: Make

    public init(_ name: String, make: Make) {
        (self.name, self.make) = (name, make)
    }

    public var testDescription: String { name }
}
