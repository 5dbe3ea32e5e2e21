import FermataPresentation

/// Settings that cannot be used.
enum SettingsError: ProblemConvertible, Equatable {
    case unreadableFile(path: String)
    case badValue(key: String, expected: String)

    func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .unreadableFile(let path):
            ProblemModel(
                .usage, "Cannot read the config file \(path) as JSON.", hint: "Correct the file, or move it away.")
        case .badValue(let key, let expected):
            ProblemModel(
                .usage, "The setting “\(key)” must be \(expected).",
                hint: "Correct it in the config file or in the environment variable \(Self.variable(of: key)).")
        }
    }

    /// The environment variable of a setting: `FERMATA_HTTP_CONNECT_TIMEOUT` of `http.connectTimeout`.
    private static func variable(of key: String) -> String {
        Settings.variablePrefix + key.map { $0 == "." ? "_" : $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
    }
}
