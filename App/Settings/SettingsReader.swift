import Configuration
import FermataPresentation
import Foundation
import Synchronization

/// Reads settings and throws for a value of the wrong type, which the configuration library treats as missing.
///
/// Each method reads one setting, and records how it can be listed and stored.
struct SettingsReader {
    let keys = SettingKeys()
    private let reader: ConfigReader

    init(_ providers: [any ConfigProvider]) {
        reader = ConfigReader(providers: providers, accessReporter: keys)
    }

    /// `standard` is the default to list. `shown` returns the part of a text that may be listed.
    func text(
        _ key: ConfigKey, standard: String? = nil, shown: (String) -> FieldValue = { .text($0) }
    ) throws -> String? {
        let text = try nonEmpty(value(key, "text") { try reader.requiredString(forKey: key) })
        keys.record(key, .text, text.map(shown), standard: standard.map { .text($0) })
        return text
    }

    /// Text that only the person may read.
    func secret(_ key: ConfigKey) throws -> String? {
        let text = try nonEmpty(value(key, "text") { try reader.requiredString(forKey: key, isSecret: true) })
        keys.record(key, .secret, text.map { _ in SettingCellModel.hidden }, standard: nil)
        return text
    }

    /// Text, or a number as text; an error says what is `expected` instead.
    func textOrNumber(_ key: ConfigKey, _ expected: String) throws -> String? {
        let text = try value(key, expected) {
            if let integer = reader.int(forKey: key) { return String(integer) }
            if let number = reader.double(forKey: key) { return String(number) }
            return try reader.requiredString(forKey: key)
        }
        keys.record(key, .text, nonEmpty(text).map { .text($0) }, standard: nil)
        return nonEmpty(text)
    }

    func flag(_ key: ConfigKey, default standard: Bool) throws -> Bool {
        let flag = try value(key, "true or false") { try reader.requiredBool(forKey: key) }
        keys.record(key, .flag, flag.map { .flag($0) }, standard: .flag(standard))
        return flag ?? standard
    }

    func integer(_ key: ConfigKey, in range: ClosedRange<Int>, default standard: Int) throws -> Int {
        try integer(key, in: range, standard: standard) ?? standard
    }

    /// Returns nil without a value. `standard` is the default to list.
    func integer(_ key: ConfigKey, in range: ClosedRange<Int>, standard: Int? = nil) throws -> Int? {
        let expected =
            range.upperBound == .max
            ? "an integer from \(range.lowerBound)"
            : "an integer from \(range.lowerBound) to \(range.upperBound)"
        let number = try value(key, expected) { try reader.requiredInt(forKey: key) }
        if let number, !range.contains(number) { throw Self.badValue(key, expected) }
        keys.record(key, .number, number.map { .integer($0) }, standard: standard.map { .integer($0) })
        return number
    }

    func seconds(_ key: ConfigKey, default standard: Duration) throws -> Duration {
        try seconds(key, standard: standard) ?? standard
    }

    /// Returns nil without a value. `standard` is the default to list.
    func seconds(_ key: ConfigKey, standard: Duration? = nil) throws -> Duration? {
        let expected = "a number of seconds from 0.001 to 86400"
        let number = try value(key, expected) { try reader.requiredDouble(forKey: key) }
        if let number, !(0.001...86_400).contains(number) { throw Self.badValue(key, expected) }
        keys.record(key, .number, number.map { .number($0) }, standard: standard.map { .number($0 / .seconds(1)) })
        return number.map { .milliseconds(Int($0 * 1_000)) }
    }

    private func nonEmpty(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }

    private func value<Value>(_ key: ConfigKey, _ expected: String, _ read: () throws -> Value) throws -> Value? {
        do {
            return try read()
        } catch {
            if hasAnyValue(key) { throw Self.badValue(key, expected) }
            return nil
        }
    }

    /// Tries each type, since a reader returns nil for both a missing value and a value of another type.
    private func hasAnyValue(_ key: ConfigKey) -> Bool {
        reader.string(forKey: key) != nil || reader.double(forKey: key) != nil || reader.bool(forKey: key) != nil
            || reader.stringArray(forKey: key) != nil || reader.doubleArray(forKey: key) != nil
    }

    private static func badValue(_ key: ConfigKey, _ expected: String) -> SettingsError {
        .badValue(key: key.components.joined(separator: "."), expected: expected)
    }
}

/// A setting as the config file stores it.
struct SettingDefinition: Equatable, Sendable {
    /// The kind of the JSON value.
    enum Kind: Equatable, Sendable {
        case text, secret, number, flag
    }

    let name: String
    let kind: Kind
}

/// All settings that were read, in their order, with their values.
final class SettingKeys: AccessReporter {
    private struct State {
        /// The provider of the latest value of each key.
        var providers: [String: String] = [:]
        var definitions: [SettingDefinition] = []
        var rows: [SettingCellModel] = []
    }

    private let state = Mutex(State())

    /// Records which provider has the value of a key.
    func report(_ event: AccessEvent) {
        guard case .success(_?) = event.result, event.conversionError == nil else { return }
        let provider = event.providerResults.last { result in
            if case .success(let lookup) = result.result { lookup.value != nil } else { false }
        }
        let key = Self.name(event.metadata.key.components)
        state.withLock { $0.providers[key] = provider?.providerName }
    }

    /// Records a setting that was read; `value` is nil if the setting has its default.
    func record(
        _ key: ConfigKey, _ kind: SettingDefinition.Kind, _ value: FieldValue?, standard: FieldValue?
    ) {
        let name = Self.name(key.components)
        state.withLock { state in
            let origin = value == nil ? .standard : Self.origin(state.providers[name] ?? "")
            state.definitions.append(SettingDefinition(name: name, kind: kind))
            state.rows.append(
                SettingCellModel(
                    name: name, value: value ?? standard ?? .none, origin: origin,
                    variable: SettingsError.variable(of: name)))
        }
    }

    /// How each setting is stored.
    var definitions: [SettingDefinition] { state.withLock { $0.definitions } }

    /// The rows of all settings.
    var rows: [SettingCellModel] { state.withLock { $0.rows } }

    /// A message for each key of a JSON file that no setting has, in alphabetical order.
    func notices(of file: URL) -> [String] {
        // A file that cannot be read is missing, or was changed since its values were read.
        guard let data = try? Data(contentsOf: file), let object = try? JSONSerialization.jsonObject(with: data) else {
            return []
        }
        let known = definitions.map(\.name).sorted()
        return Set(Self.keys(of: object)).subtracting(known).sorted().map { key in
            let suggestion = known.name(similarTo: key).map { " Did you mean “\($0)”?" } ?? ""
            return "The config file \(file.path) has an unknown setting: “\(key)”.\(suggestion)"
        }
    }

    private static func name(_ components: [String]) -> String { components.joined(separator: ".") }

    /// The origin of the values of a provider, by the names that the configuration library gives.
    private static func origin(_ provider: String) -> SettingCellModel.Origin {
        if provider.hasPrefix("InMemoryProvider") { return .option }
        return provider.hasPrefix("EnvironmentVariables") ? .environment : .file
    }

    /// The keys of the values in an object; those of an object in it follow its key and a period.
    private static func keys(of value: Any, _ path: [String] = []) -> [String] {
        guard let object = value as? [String: Any] else { return [path.joined(separator: ".")] }
        return object.flatMap { key, value in keys(of: value, path + [key]) }
    }
}
