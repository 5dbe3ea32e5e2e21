import Foundation
import Testing

/// Something that a program does with a library, in which any operation on a file can fail.
struct FaultStory: Sendable, CustomTestStringConvertible {
    typealias Step = @Sendable (FaultSubject) async throws -> Void
    let name: String
    /// Makes the library before the story.
    let prepare: Step
    /// Damages this library.
    var damage: Step?
    /// The changes, each acknowledged by its end. They can be repeated.
    let steps: [Step]
    /// Whether each step is done completely or not at all.
    var isAtomic = true
    /// Checks what the content does not show, such as other files.
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
