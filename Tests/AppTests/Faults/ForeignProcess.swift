import Foundation

/// A user who may read the library but not change it: root's rights would pass by what the test forbids.
enum ForeignProcess {
    private static let launcher =
        geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

    static func isPossible() async -> Bool {
        do {
            var program = try Program()
            program.launcher = launcher
            let isPossible = try await program.run(["--version"]).code == 0
            try program.remove()
            return isPossible
        } catch {
            return false
        }
    }

    /// The same program, run by the stranger.
    static func running(_ program: Program) -> Program {
        var program = program
        program.launcher = launcher
        return program
    }
}
