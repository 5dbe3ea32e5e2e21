package import FermataDomain
import Foundation

/// Stores the credentials of sources in a JSON file that only its owner can read.
///
/// Sources are identified by their address with its user, so that renaming a source keeps its credentials. Several
/// libraries may have the same source: the credentials are removed with the last one.
package struct FileSourceCredentialsRepository: SourceCredentialsRepository {
    private let path: String
    private let library: String

    /// The file and its folder are created when credentials are first stored. `library` is the path of the library.
    package init(path: String, library: String) {
        self.path = path
        self.library = URL(filePath: library).standardizedFileURL.path
    }

    package func credentials(for source: Source) async throws -> SourceCredentials? {
        let address = source.address
        return try await BlockingIO.run { try read().first { $0.address == address }?.credentials }
    }

    package func set(_ credentials: SourceCredentials?, for source: Source) async throws {
        let address = source.address
        if let file = credentials?.certificates { try await BlockingIO.run { try CertificateFile.check(file) } }
        try await BlockingIO.run {
            let before = try read().contains { $0.address == address }
            guard before || credentials != nil else { return }
            try makeFolder()
            try locked {
                let all = try read()
                let new = stored(credentials, at: address, before: all.first { $0.address == address })
                try write(all.filter { $0.address != address } + [new].compactMap { $0 })
            }
        }
    }

    /// The new entry of an address; nil if it has none.
    private func stored(
        _ credentials: SourceCredentials?, at address: String, before: StoredCredentials?
    ) -> StoredCredentials? {
        guard let credentials else { return before?.without(library) }
        let libraries = before.map { $0.libraries.map { Set($0 + [library]).sorted() } } ?? [library]
        return StoredCredentials(credentials, address: address, libraries: libraries)
    }

    private func read() throws(SourceError) -> [StoredCredentials] {
        do {
            let bytes = try Data(contentsOf: URL(filePath: path))
            return try JSONDecoder().decode([StoredCredentials].self, from: bytes)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return []
        } catch is DecodingError {
            throw .credentials(path: path, .unsupported)
        } catch {
            throw .credentials(path: path, .unreadable)
        }
    }

    /// Replaces the file atomically and durably.
    private func write(_ all: [StoredCredentials]) throws(SourceError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try PartFile.write(try encoder.encode(all), to: path, permissions: 0o600)
        } catch DownloadError.cannotStore(_, let failure) {
            throw .credentials(path: path, failure)
        } catch DownloadError.noSpace {
            throw .credentials(path: path, .full)
        } catch {
            throw .credentials(path: path, .unsupported)
        }
    }

    private func makeFolder() throws(SourceError) {
        do {
            try FileManager.default.createDirectory(
                atPath: DocumentPath.folder(of: path), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .credentials(path: path, .folderNotCreated)
        }
    }

    /// Excludes other programs that change the file.
    private func locked(_ body: () throws -> Void) throws {
        do {
            try FileLock.exclusively(at: path + ".lock", body)
        } catch LibraryError.cannotWrite(_, let failure) {
            throw SourceError.credentials(path: path, failure)
        }
    }
}

/// The credentials of one source as the file contains them.
struct StoredCredentials: Codable {
    /// The address of the source, with its user.
    var address: String
    private var password: String?
    private var apiKey: String?
    private var allowsUnencryptedPassword: Bool?
    private var certificates: String?
    /// The paths of the libraries with the source; nil if an earlier version has stored the credentials.
    private(set) var libraries: [String]?

    init(_ credentials: SourceCredentials, address: String, libraries: [String]?) {
        self.address = address
        self.libraries = libraries
        switch credentials.secret {
        case .password(let password): self.password = password
        case .apiKey(let key): apiKey = key
        }
        allowsUnencryptedPassword = credentials.allowsUnencryptedPassword ? true : nil
        certificates = credentials.certificates
    }

    /// The same credentials without a library; nil if no other library has the source.
    func without(_ library: String) -> StoredCredentials? {
        var rest = self
        rest.libraries = libraries?.filter { $0 != library && FileManager.default.fileExists(atPath: $0) }
        return rest.libraries?.isEmpty == false ? rest : nil
    }

    /// Nil if a person has removed the secret from the file.
    var credentials: SourceCredentials? {
        guard let secret = apiKey.map({ .apiKey($0) }) ?? password.map({ SourceCredentials.Secret.password($0) }) else {
            return nil
        }
        return SourceCredentials(
            secret, allowsUnencryptedPassword: allowsUnencryptedPassword ?? false, certificates: certificates)
    }
}
