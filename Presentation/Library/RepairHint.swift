/// A hint about a damaged library: the command that repairs it.
struct RepairHint {
    let text: String

    /// `path` is the path of a library that is not the default one, for the person who runs the program.
    init(path: String?) {
        let option = path.map { " --library " + $0.shellWord } ?? ""
        text = "Repair it with: fermata library repair" + option
    }
}
