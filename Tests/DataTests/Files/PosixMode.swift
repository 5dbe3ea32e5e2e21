import Foundation

/// Returns the POSIX permissions of a file or folder.
func posixMode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
