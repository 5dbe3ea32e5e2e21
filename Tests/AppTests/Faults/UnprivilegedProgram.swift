import Foundation

/// Runs the program without root's rights, which override file permissions.
enum UnprivilegedProgram {
    private static let launcher =
        geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

    static func isPossible() async -> Bool {
        do {
            var program = try Program()
            program.launcher = launcher
            let isPossible = try await program.run(["--version"]).code == 0
            return isPossible
        } catch {
            return false
        }
    }

    /// The same program without root's rights.
    static func unprivileged(_ program: Program) -> Program {
        var program = program
        program.launcher = launcher
        return program
    }
}
