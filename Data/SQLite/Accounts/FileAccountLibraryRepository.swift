package import FermataDomain
import Foundation

/// The libraries of accounts, in a folder beside the library that is served: `library.sqlite.accounts/NAME.sqlite`.
package struct FileAccountLibraryRepository: AccountLibraryRepository {
    private let folder: URL

    package init(library: String) { folder = URL(filePath: library + ".accounts") }

    /// The path of a library. Creates the folder, which only its owner can read.
    ///
    /// Throws `LibraryError.cannotOpen` if the folder cannot be created, or for a name that is no file name.
    package func path(named name: String) throws(LibraryError) -> String {
        let path = folder.appending(path: name + ".sqlite").path
        guard Self.isName(name) else { throw .cannotOpen(path: path, .missing) }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotOpen(path: path, .folderNotCreated)
        }
        return path
    }

    /// The name of the library at a path; nil for another path.
    package func name(ofLibraryAt path: String) -> String? {
        let file = URL(filePath: path)
        let name = file.deletingPathExtension().lastPathComponent
        guard Self.isName(name), file.path == folder.appending(path: name + ".sqlite").path else { return nil }
        return name
    }

    /// Removes the library, its backups, its pictures and its downloads. Throws `LibraryError.cannotWrite`.
    package func remove(named name: String) async throws {
        guard Self.isName(name) else { return }
        var failure: LibraryError?
        do {
            for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
            where file.hasPrefix(name + ".") {
                let path = folder.appending(path: file)
                // SQLite may remove files of its own meanwhile.
                do { try FileManager.default.removeItem(at: path) } catch CocoaError.fileNoSuchFile {} catch {
                    failure = .cannotWrite(path: path.path, .permission)
                }
            }
        } catch CocoaError.fileReadNoSuchFile {
            return
        } catch {
            throw LibraryError.cannotWrite(path: folder.path, .permission)
        }
        if let failure { throw failure }
    }

    /// Whether a name consists of letters and digits, so that it leads to no other folder.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty
            && name.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    }
}
