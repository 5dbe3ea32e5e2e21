import Foundation
import Testing

/// Kills runs of a program, each at a random moment.
struct RandomKill {
    private let seed: UInt64
    private var chance: Seed
    /// The latest moment of a kill, in seconds; nil before the first run.
    private var longest: Double?

    init(_ seed: UInt64) {
        self.seed = seed
        chance = Seed(seed)
    }

    /// Measures the first run, which it does not kill, and kills the others. Returns how the run ended.
    mutating func end(_ run: RunningProgram) async throws -> Outcome {
        guard let longest else {
            let started = Date()
            let outcome = await run.outcome()
            #expect(outcome.code == 0, "\(outcome.errors)")
            self.longest = Date().timeIntervalSince(started)
            return outcome
        }
        try await Task.sleep(for: .seconds(Double.random(in: 0...longest, using: &chance)))
        run.send(SIGKILL)
        let outcome = await run.outcome()
        #expect(outcome.code == 0 || outcome.code == -SIGKILL, "seed \(seed): \(outcome.errors)")
        // Runs take more or less time than the first one. About one in six should end before its kill.
        self.longest = longest * (outcome.code == 0 ? 0.9 : 1.02)
        return outcome
    }
}
