import Foundation

/// The folders of the XDG Base Directory Specification.
///
/// Source: https://specifications.freedesktop.org/basedir-spec/latest
struct XDGFolders {
    let data: URL
    let configuration: URL
    /// The folder of sockets of this login; nil if the system has none.
    let runtime: URL?

    /// A relative path in the environment is ignored, as the specification says.
    init(environment: [String: String]) {
        let home = URL(filePath: environment["HOME"] ?? NSHomeDirectory())
        func folder(_ variable: String, _ fallback: String) -> URL {
            guard let path = environment[variable], path.hasPrefix("/") else { return home.appending(path: fallback) }
            return URL(filePath: path)
        }
        data = folder("XDG_DATA_HOME", ".local/share")
        configuration = folder("XDG_CONFIG_HOME", ".config")
        runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    }
}
