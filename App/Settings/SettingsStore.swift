import Configuration
import FermataData
import FermataPresentation
import Foundation

/// Changes settings in the config file.
struct SettingsStore: Sendable {
    let environment: [String: String]

    var path: String { Settings.file(environment: environment).path }
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Returns how a setting is stored. Throws `SettingsError.unknownKey`.
    func definition(_ name: String) throws -> SettingDefinition {
        let known = try settings([InMemoryProvider(values: [:])]).keys.definitions
        guard let definition = known.first(where: { $0.name == name }) else {
            throw SettingsError.unknownKey(name, known: known.map(\.name))
        }
        return definition
    }

    /// Stores a value once it is valid. Throws `SettingsError`.
    func set(_ setting: SettingDefinition, to value: String) throws {
        let variable = String(SettingsError.variable(of: setting.name).dropFirst(Settings.variablePrefix.count))
        do {
            try settings([EnvironmentVariablesProvider(environmentVariables: [variable: value])]).checkCertificates()
        } catch SettingsError.badValue(let key, let expected) {
            throw SettingsError.refusedValue(key: key, expected: expected)
        }
        try write(setting, json: Self.json(value, setting.kind))
    }

    /// Removes the value of a setting, which then has its default. Throws `SettingsError`.
    func remove(_ setting: SettingDefinition) throws {
        if exists { try write(setting, json: nil) }
    }

    /// The environment variable that overrides the file; nil if it is not set.
    func override(of setting: SettingDefinition) -> String? {
        let variable = SettingsError.variable(of: setting.name)
        return environment[variable] == nil ? nil : variable
    }

    private func settings(_ providers: [any ConfigProvider]) throws -> Settings {
        try Settings(providers, environment: environment, file: Settings.file(environment: environment))
    }

    private func write(_ setting: SettingDefinition, json: String?) throws {
        do {
            let keys = setting.name.split(separator: ".").map(String.init)
            try SettingsFile(path: path).set(keys, to: json, isPrivate: setting.kind == .secret)
        } catch SettingsFile.Failure.notAnObject {
            throw SettingsError.unreadableFile(path: path)
        } catch SettingsFile.Failure.storage(let failure) {
            throw SettingsError.cannotWrite(path: path, failure)
        }
    }

    /// A valid value in JSON.
    private static func json(_ value: String, _ kind: SettingDefinition.Kind) -> String {
        switch kind {
        case .text, .secret: JSONObjectEditor.quoted(value)
        case .flag: ["true", "yes", "1"].contains(value.lowercased()) ? "true" : "false"
        case .number: Int(value).map { "\($0)" } ?? Double(value).map { "\($0)" } ?? "null"
        }
    }
}
