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
