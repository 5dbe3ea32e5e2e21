import Configuration

/// Reads settings and throws for a value of the wrong type, which the configuration library treats as missing.
struct SettingsReader {
    let keys = SettingKeys()
    private let reader: ConfigReader

    init(_ providers: [any ConfigProvider]) {
        reader = ConfigReader(providers: providers, accessReporter: keys)
    }

    func text(_ key: ConfigKey) throws -> String? {
        let text = try value(key, "text") { try reader.requiredString(forKey: key) }
        return text?.isEmpty == true ? nil : text
    }

    /// Text, or a number as text; an error says what is `expected` instead.
    func textOrNumber(_ key: ConfigKey, _ expected: String) throws -> String? {
        let text = try value(key, expected) {
            if let integer = reader.int(forKey: key) { return String(integer) }
            if let number = reader.double(forKey: key) { return String(number) }
            return try reader.requiredString(forKey: key)
        }
        return text?.isEmpty == true ? nil : text
    }

    func flag(_ key: ConfigKey) throws -> Bool? {
        try value(key, "true or false") { try reader.requiredBool(forKey: key) }
    }

    func integer(_ key: ConfigKey, in range: ClosedRange<Int>) throws -> Int? {
        let expected =
            range.upperBound == .max
            ? "an integer from \(range.lowerBound)"
            : "an integer from \(range.lowerBound) to \(range.upperBound)"
        let number = try value(key, expected) { try reader.requiredInt(forKey: key) }
        if let number, !range.contains(number) { throw Self.badValue(key, expected) }
        return number
    }

    func seconds(_ key: ConfigKey) throws -> Duration? {
        let expected = "a number of seconds from 0.001 to 86400"
        let number = try value(key, expected) { try reader.requiredDouble(forKey: key) }
        if let number, !(0.001...86_400).contains(number) { throw Self.badValue(key, expected) }
        return number.map { .milliseconds(Int($0 * 1_000)) }
    }

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
