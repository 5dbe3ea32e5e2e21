import Foundation
import Testing

/// Kills runs of a program, each at a random moment.
struct RandomKill {
    private let seed: UInt64
    private var generator: SeededGenerator
    /// The latest moment of a kill, in seconds; nil before the first run.
    private var longest: Double?

    init(_ seed: UInt64) {
        self.seed = seed
        generator = SeededGenerator(seed)
    }

    /// Measures the first run without killing it, and kills later runs. Returns the run's outcome.
    mutating func end(_ run: RunningProgram) async throws -> Outcome {
        guard let longest else {
            let started = Date()
            let outcome = await run.outcome()
            #expect(outcome.code == 0, "\(outcome.errors)")
            self.longest = Date().timeIntervalSince(started)
            return outcome
        }
        try await Task.sleep(for: .seconds(Double.random(in: 0...longest, using: &generator)))
        run.send(SIGKILL)
        let outcome = await run.outcome()
        #expect(outcome.code == 0 || outcome.code == -SIGKILL, "seed \(seed): \(outcome.errors)")
        // Run times vary. Adapts the limit, so that about one run in six ends before its kill.
        self.longest = longest * (outcome.code == 0 ? 0.9 : 1.02)
        return outcome
    }
}
