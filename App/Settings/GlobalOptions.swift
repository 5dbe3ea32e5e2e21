import ArgumentParser
import Configuration
import FermataDomain

/// The options of every command that uses the library.
struct GlobalOptions: ParsableArguments {
    @Option(help: "The library file (default: the XDG data folder).", completion: .file())
    var library: String?

    @Option(parsing: .unconditional, help: "The listener's age; below 19, explicit songs are left out.")
    var age: Int?

    @Flag(help: "For a young listener, also leave out songs of unknown status.")
    var strict = false

    func validate() throws {
        if let age, !Listener.ages.contains(age) {
            throw ValidationError("The age must be from \(Listener.ages.lowerBound) to \(Listener.ages.upperBound).")
        }
        if library == "" { throw ValidationError("The path of the library must not be empty.") }
    }

    /// The given options, which override the environment.
    var values: [AbsoluteConfigKey: ConfigValue] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        if let library { values["library"] = ConfigValue(.string(library), isSecret: false) }
        if let age { values["age"] = ConfigValue(.int(age), isSecret: false) }
        if strict { values["strict"] = ConfigValue(.bool(true), isSecret: false) }
        return values
    }
}
