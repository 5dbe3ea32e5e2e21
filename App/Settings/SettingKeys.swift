import Configuration
import FermataPresentation
import Foundation
import Synchronization

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
