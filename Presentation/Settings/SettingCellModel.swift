/// A row of a setting: its value, and where the value comes from.
public struct SettingCellModel: Equatable, Sendable {
    /// Where the value of a setting comes from.
    public enum Origin: String, Equatable, Sendable {
        case standard = "default"
        case file, environment, option
    }

    /// The key in the config file: `http.attempts`.
    public let name: String
    /// The value as it may be shown; `.none` if there is neither a value nor a default.
    public let value: FieldValue
    public let origin: Origin
    /// The environment variable that sets it: `FERMATA_HTTP_ATTEMPTS`.
    public let variable: String

    public init(name: String, value: FieldValue, origin: Origin, variable: String) {
        (self.name, self.value, self.origin, self.variable) = (name, value, origin, variable)
    }

    /// The text in place of a secret.
    public static let hidden = FieldValue.text("(hidden)")

    /// The message after the value was stored in the config file; it names the variable that overrides the file.
    public static func storedText(_ name: String, path: String, overriddenBy variable: String?) -> String {
        let override = variable.map { " The environment variable \($0) overrides the file." } ?? ""
        return "Stored “\(name)” in \(path).\(override)"
    }

    /// The message after the value was removed from the config file.
    public static func removedText(_ name: String, path: String) -> String { "Removed “\(name)” from \(path)." }

    /// The note below the list of settings.
    public static func fileText(path: String, exists: Bool) -> String {
        exists
            ? "The config file is \(path)."
            : "There is no config file yet. To create \(path), run: fermata config set NAME VALUE"
    }
}

/// The keys of a setting. `from` is `default`, `file`, `environment` or `option`.
public enum SettingField: String, RowField {
    case name, value, from, variable
}

extension SettingCellModel: RowModel {
    public func value(of field: SettingField) -> FieldValue {
        switch field {
        case .name: .text(name)
        case .value: value
        case .from: .text(origin.rawValue)
        case .variable: .text(variable)
        }
    }

    package static let table = TableModel<SettingCellModel>([
        .init("Name", .fixed(24), priority: 3) { .plain($0.name) },
        .init("Value", .share(1), priority: 2) { .paragraph($0.valueText) },
        .init("From", .fixed(11), priority: 1) { .plain($0.origin.rawValue) },
    ])

    /// The value as `config set` accepts it; `none` without one.
    package var valueText: String {
        switch value {
        case .flag(let isSet): isSet ? "true" : "false"
        case .none: "none"
        default: value.text
        }
    }
}
