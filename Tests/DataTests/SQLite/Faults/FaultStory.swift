import Foundation
import Testing

/// A use of a library in which any file operation can fail.
struct FaultStory: Sendable, CustomTestStringConvertible {
    typealias Step = @Sendable (FaultSubject) async throws -> Void
    let name: String
    /// Creates the library.
    let prepare: Step
    /// Damages this library.
    var damage: Step?
    /// The repeatable changes. Each is acknowledged when it returns.
    let steps: [Step]
    /// Whether each step is done completely or not at all.
    var isAtomic = true
    /// Checks state beyond the content, such as other files.
    var verify: @Sendable (FaultSubject, _ isAcknowledged: Bool) async throws -> Void = { _, _ in }

    var testDescription: String { name }
}

extension FaultStory {
    /// Runs the steps until one fails; returns how many were acknowledged, and the failure of the next.
    func run(_ subject: FaultSubject) async -> (acknowledged: Int, failure: (any Error)?) {
        for (index, step) in steps.enumerated() {
            do { try await step(subject) } catch { return (index, error) }
        }
        return (steps.count, nil)
    }
}
