import Crypto
import FermataDomain
import Foundation
import Synchronization

/// Encrypts the passwords of accounts with a key in a file outside the library, which only its owner can read.
///
/// A copy of the library alone, such as a backup, contains no readable password. The file and its folder are created with the
/// first password. Source: RFC 8439 (ChaCha20 and Poly1305)
package final class AccountKeyFile: Sendable {
    private static let size = SymmetricKeySize.bits256
    private let path: String
    private let known = Mutex<SymmetricKey?>(nil)

    package init(path: String) { self.path = path }

    /// Encrypts a password for an account; no other account can use the result. Throws `AccountError.secretKey`.
    func seal(_ password: String, for name: AccountName) throws -> [UInt8] {
        let box = try ChaChaPoly.seal(
            Data(password.utf8), using: try key(creates: true), authenticating: Data(name.key.utf8))
        return Array(box.combined)
    }

    /// Decrypts a password. Reads the file again if it was replaced. Throws `AccountError.secretKey` or
    /// `.otherSecretKey`.
    func open(_ sealed: [UInt8], for name: AccountName) throws -> String {
        if let password = Self.open(sealed, for: name, with: try key(creates: false)) { return password }
        known.withLock { $0 = nil }
        guard let password = Self.open(sealed, for: name, with: try key(creates: false)) else {
            throw AccountError.otherSecretKey(path: path)
        }
        return password
    }

    /// Returns nil for another key.
    private static func open(_ sealed: [UInt8], for name: AccountName, with key: SymmetricKey) -> String? {
        guard let box = try? ChaChaPoly.SealedBox(combined: Data(sealed)),
            let bytes = try? ChaChaPoly.open(box, using: key, authenticating: Data(name.key.utf8))
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Encrypts a session as base64, which a cookie may contain (RFC 6265, 4.1.1). Throws `AccountError.secretKey`.
    func makeSession(_ session: AccountSession) throws -> String {
        let box = try ChaChaPoly.seal(
            try JSONEncoder().encode(session), using: try key(creates: true), authenticating: Self.sessions)
        return box.combined.base64EncodedString()
    }

    /// Decrypts a session; nil for a text that was not made with the key of the file.
    func session(_ text: String) -> AccountSession? {
        guard let sealed = Data(base64Encoded: text), let box = try? ChaChaPoly.SealedBox(combined: sealed),
            let key = try? key(creates: false),
            let bytes = try? ChaChaPoly.open(box, using: key, authenticating: Self.sessions)
        else { return nil }
        return try? JSONDecoder().decode(AccountSession.self, from: bytes)
    }

    /// What is authenticated with a session. It has a control character, as no name has, so that no password is one.
    private static let sessions = Data("\u{0}session".utf8)

    private func key(creates: Bool) throws -> SymmetricKey {
        if let key = known.withLock({ $0 }) { return key }
        let key = try read() ?? (creates ? create() : { throw AccountError.secretKey(path: path, .missing) }())
        known.withLock { $0 = key }
        return key
    }

    /// Nil if there is no file.
    private func read() throws -> SymmetricKey? {
        do {
            let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
            guard let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)),
                bytes.count * 8 == Self.size.bitCount
            else { throw AccountError.secretKey(path: path, .unsupported) }
            return SymmetricKey(data: bytes)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch is CocoaError {
            throw AccountError.secretKey(path: path, .unreadable)
        }
    }

    /// Creates the file, unless another program has done so meanwhile.
    private func create() throws -> SymmetricKey {
        do {
            try FileManager.default.createDirectory(
                atPath: DocumentPath.folder(of: path), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw AccountError.secretKey(path: path, .folderNotCreated)
        }
        do {
            return try FileLock.exclusively(at: path + ".lock") {
                if let key = try read() { return key }
                let key = SymmetricKey(size: Self.size)
                let text = key.withUnsafeBytes { Data($0).base64EncodedString() } + "\n"
                try PartFile.write(Data(text.utf8), to: path, permissions: 0o600)
                return key
            }
        } catch LibraryError.cannotWrite(_, let failure) {
            throw AccountError.secretKey(path: path, failure)
        } catch DownloadError.cannotStore(_, let failure) {
            throw AccountError.secretKey(path: path, failure)
        } catch DownloadError.noSpace {
            throw AccountError.secretKey(path: path, .full)
        }
    }
}
