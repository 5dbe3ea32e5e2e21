import Configuration
import FermataData
import FermataDomain
import FermataPresentation
import Foundation

/// The settings of the program: arguments override the environment, which overrides the config file.
struct Settings: Sendable {
    /// The prefix of the environment variables of settings.
    static let variablePrefix = "FERMATA_"
    private(set) var library: String
    private(set) var isDefaultLibrary: Bool
    /// The path of the library if none is set.
    private let standardLibrary: String
    /// The file with the passwords of sources.
    let credentials: String
    /// The file with the key that encrypts the passwords of accounts.
    let accountKey: String
    var listener: Listener
    /// Whether lists sync their sources first.
    let refresh: Bool
    /// How long to wait for a program that locks the library.
    let patience: Duration
    let retries: RetryPolicy
    let timeouts: HTTPTimeouts
    /// The environment of the programs that sources run.
    let environment: [String: String]
    /// A file of certificates to trust in addition to those of the system.
    let certificates: String?
    /// The number of songs that a source may have.
    let songLimit: Int
    var downloads: DownloadSettings
    let geocoder: GeocoderSettings
    let serve: ServeSettings
    var player: PlayerSettings
    /// The locale of dates by its POSIX name, such as `ko_KR.UTF-8`.
    let localeName: String
    /// The person's language as in `Accept-Language`; nil without one.
    let language: String?
    /// Messages about keys of the config file that no setting has.
    let notices: [String]
    let userAgent = "Fermata/\(FermataVersion.text)"
    /// All settings as rows, and how the config file stores them.
    let keys: SettingKeys

    /// Throws `SettingsError` for an invalid value, and for a config file that cannot be read.
    init(
        arguments: GlobalOptions, environment: [String: String]
    ) async throws {
        let file = Self.file(environment: environment)
        let providers = try await Self.providers(arguments, environment, file)
        try self.init(providers, environment: environment, file: file)
    }

    /// The config file.
    static func file(environment: [String: String]) -> URL {
        XDGFolders(environment: environment).configuration.appending(path: "fermata/config.json")
    }

    /// Reads the settings of some providers, the first of which overrides the others. Throws `SettingsError`.
    init(_ providers: [any ConfigProvider], environment: [String: String], file: URL) throws {
        let folders = XDGFolders(environment: environment)
        let reader = SettingsReader(providers)
        standardLibrary = folders.data.appending(path: "fermata/library.sqlite").path
        let library = try reader.text("library", standard: standardLibrary)
        self.library = library ?? standardLibrary
        isDefaultLibrary = library == nil
        credentials = folders.configuration.appending(path: "fermata/credentials.json").path
        accountKey = folders.configuration.appending(path: "fermata/accounts.key").path
        listener = Listener(
            age: try reader.integer("age", in: Listener.ages),
            explicitAge: try reader.integer(
                "explicitAge", in: Listener.ages, default: Listener.anyone.explicitAge),
            isStrict: try reader.flag("strict", default: false))
        refresh = try reader.flag("refresh", default: false)
        patience = .seconds(try reader.integer("lockTimeout", in: 0...3_600, default: 5))
        var retries = RetryPolicy()
        retries.attempts = try reader.integer("http.attempts", in: 1...100, default: retries.attempts)
        self.retries = retries
        var timeouts = HTTPTimeouts()
        timeouts.connect = try reader.seconds("http.connectTimeout", default: timeouts.connect)
        timeouts.firstByte = try reader.seconds("http.firstByteTimeout", default: timeouts.firstByte)
        timeouts.stall = try reader.seconds("http.stallTimeout", default: timeouts.stall)
        self.timeouts = timeouts
        certificates = try reader.text("http.caFile")
        if certificates?.hasPrefix("/") == false { throw Self.invalidCertificates }
        songLimit = try reader.integer("source.maxSongs", in: 1...Int.max, default: 5_000_000)
        downloads = try DownloadSettings(reader, library: self.library)
        geocoder = try GeocoderSettings(reader)
        serve = try ServeSettings(reader)
        self.environment = environment
        player = try PlayerSettings(reader, environment: environment, folders: folders)
        keys = reader.keys
        notices = reader.keys.notices(of: file)
        localeName = Self.localeName(of: "LC_TIME", environment)
        let messages = Self.localeName(of: "LC_MESSAGES", environment).prefix { $0 != "." && $0 != "@" }
        language = ["", "C", "POSIX"].contains(messages) ? nil : String(messages).replacing("_", with: "-")
    }

    /// The settings with another library and listener. Its downloads are beside it, unless a folder is set.
    func with(library path: String, listener: Listener) -> Settings {
        var settings = self
        (settings.library, settings.listener) = (path, listener)
        settings.isDefaultLibrary = path == standardLibrary
        settings.downloads.setLibrary(path)
        return settings
    }

    /// The absolute path of the library's file, to which links lead.
    var resolvedLibrary: String { URL(filePath: library).standardizedFileURL.resolvingSymlinksInPath().path }

    private static let invalidCertificates = SettingsError.badValue(
        key: "http.caFile", expected: "the absolute path of a file of certificates (PEM)")

    /// Throws `SettingsError` if `certificates` names a file without certificates.
    ///
    /// Only a new value is checked, so that commands without requests do not need the file.
    func checkCertificates() throws {
        do {
            if let certificates { try CertificateFile.check(certificates) }
        } catch {
            throw Self.invalidCertificates
        }
    }

    /// The name of the locale for one category (POSIX, 8.2).
    private static func localeName(of category: String, _ environment: [String: String]) -> String {
        ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    }

    /// Fermata's own variables, without their prefix.
    private static func own(_ environment: [String: String]) -> [String: String] {
        let own = environment.lazy.filter { $0.key.hasPrefix(variablePrefix) }
        return Dictionary(own.map { (String($0.key.dropFirst(variablePrefix.count)), $0.value) }) { first, _ in first }
    }

    private static func providers(
        _ arguments: GlobalOptions, _ environment: [String: String], _ file: URL
    ) async throws -> [any ConfigProvider] {
        var providers: [any ConfigProvider] = [InMemoryProvider(name: "arguments", values: arguments.values)]
        let own = Self.own(environment)
        // Each missing value is looked up in every provider as every type.
        if !own.isEmpty { providers.append(EnvironmentVariablesProvider(environmentVariables: own)) }
        guard FileManager.default.fileExists(atPath: file.path) else { return providers }
        let path = InMemoryProvider(values: ["filePath": ConfigValue(.string(file.path), isSecret: false)])
        do {
            providers.append(try await FileProvider<JSONSnapshot>(config: ConfigReader(provider: path)))
        } catch {
            throw SettingsError.unreadableFile(path: file.path)
        }
        return providers
    }
}

/// The version of the program.
enum FermataVersion {
    static let text = "0.1.0"
}

extension DateStyle {
    /// The style of a locale by its POSIX name, in the time zone of `TZ` or the system.
    init(localeName: String) {
        let name = String(localeName.prefix { $0 != "." && $0 != "@" })
        guard !["", "C", "POSIX", "en_US"].contains(name) else {
            self.init(
                locale: Locale(identifier: "en_US"), calendar: Calendar(identifier: .gregorian), timeZone: .current)
            return
        }
        let locale = Locale(identifier: name)
        self.init(locale: locale, calendar: locale.calendar, timeZone: .current)
    }
}

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
