import FermataDomain
import FermataPresentation

/// Settings that cannot be used.
enum SettingsError: ProblemConvertible, Equatable {
    case unreadableFile(path: String)
    case cannotWrite(path: String, StorageFailure)
    case badValue(key: String, expected: String)
    /// A value that a person wants to store is invalid.
    case refusedValue(key: String, expected: String)
    case unknownKey(String, known: [String])
    /// The setting is secret, and other users of the computer can read the arguments of a program.
    case secretArgument(key: String)
    case missingValue(key: String)

    func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .unreadableFile(let path):
            ProblemModel(
                .usage, "Cannot read the config file \(path) as JSON.", hint: "Correct the file, or move it away.")
        case .cannotWrite(let path, let failure):
            ProblemModel(
                .cannotCreate, "Cannot write the config file \(path): \(failure.clause).",
                hint: "The settings are unchanged.")
        case .badValue(let key, let expected):
            ProblemModel(
                .usage, "The setting “\(key)” must be \(expected).",
                hint: "Correct it in the config file or in the environment variable \(Self.variable(of: key)).")
        case .refusedValue(let key, let expected):
            ProblemModel(
                .usage, "The setting “\(key)” must be \(expected).", hint: "The config file is unchanged.")
        case .unknownKey(let key, let known):
            ProblemModel(
                .usage, "No setting is named “\(key)”.",
                hint: known.name(similarTo: key).map { "Did you mean “\($0)”?" } ?? "See all with: fermata config")
        case .secretArgument(let key):
            ProblemModel(
                .usage, "The value of “\(key)” is secret, and others can read the arguments of a program.",
                hint: "Leave the value out, and enter it when you are asked or on standard input.")
        case .missingValue(let key):
            ProblemModel(
                .usage, "The value for “\(key)” is missing.",
                hint: "To use the default, run: fermata config unset \(key)")
        }
    }

    /// The environment variable of a setting: `FERMATA_HTTP_CONNECT_TIMEOUT` of `http.connectTimeout`.
    static func variable(of key: String) -> String {
        Settings.variablePrefix + key.map { $0 == "." ? "_" : $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
    }
}
