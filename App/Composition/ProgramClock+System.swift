import Foundation

extension ProgramClock {
    /// The clocks of the system.
    package static let system = ProgramClock(now: { Date() }, sleep: ContinuousClock())
}
