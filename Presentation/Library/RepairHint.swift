/// A hint about a damaged library: the command that repairs it.
struct RepairHint {
    let text: String

    /// `path` is the path of a library that is not the default one, for the person who runs the program.
    init(path: String?) {
        let option = path.map { " --library " + Self.quoted($0) } ?? ""
        text = "Repair it with: fermata library repair" + option
    }

    /// The path as one word of a shell (POSIX.1-2017, 2.2.2).
    private static func quoted(_ path: String) -> String {
        let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
        return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
    }
}
