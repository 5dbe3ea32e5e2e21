import Configuration
import FermataPresentation
import Foundation
import Synchronization

/// The keys of all settings that were read, with which unknown keys of the config file are found.
final class SettingKeys: AccessReporter {
    private let keys = Mutex<Set<String>>([])

    func report(_ event: AccessEvent) {
        let key = event.metadata.key.components.joined(separator: ".")
        keys.withLock { _ = $0.insert(key) }
    }

    /// A message for each key of a JSON file that no setting has, in alphabetical order.
    func notices(of file: URL) -> [String] {
        // A file that cannot be read is missing, or was changed since its values were read.
        guard let data = try? Data(contentsOf: file), let object = try? JSONSerialization.jsonObject(with: data) else {
            return []
        }
        let known = keys.withLock { $0.sorted() }
        return Set(Self.keys(of: object)).subtracting(known).sorted().map { key in
            let suggestion = known.name(similarTo: key).map { " Did you mean “\($0)”?" } ?? ""
            return "The config file \(file.path) has an unknown setting: “\(key)”.\(suggestion)"
        }
    }

    /// The keys of the values in an object; those of an object in it follow its key and a period.
    private static func keys(of value: Any, _ path: [String] = []) -> [String] {
        guard let object = value as? [String: Any] else { return [path.joined(separator: ".")] }
        return object.flatMap { key, value in keys(of: value, path + [key]) }
    }
}
