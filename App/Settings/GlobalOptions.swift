import ArgumentParser
import Configuration

/// The options that every command has.
struct GlobalOptions: ParsableArguments {
    @Option(help: "The library file (default: the XDG data folder).", completion: .file())
    var library: String?

    @Option(help: "The listener's age: below 19, explicit music is left out.")
    var age: Int?

    @Flag(help: "For a young listener, also leave out music of unknown status.")
    var strict = false

    func validate() throws {
        if let age, !(0...150).contains(age) { throw ValidationError("The age has to be from 0 to 150.") }
        if library == "" { throw ValidationError("The library needs a path.") }
    }

    /// What was given, for the configuration to put over the environment.
    var values: [AbsoluteConfigKey: ConfigValue] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        if let library { values["library"] = ConfigValue(.string(library), isSecret: false) }
        if let age { values["age"] = ConfigValue(.int(age), isSecret: false) }
        if strict { values["strict"] = ConfigValue(.bool(true), isSecret: false) }
        return values
    }
}
