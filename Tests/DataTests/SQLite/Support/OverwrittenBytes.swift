import Foundation

/// Overwrites bytes of a file.
func overwriteBytes(of path: String, at offset: Int, with bytes: some DataProtocol) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: bytes)
    try file.close()
}

/// Overwrites a number of a file's bytes with 0x55, which is no valid page type.
func overwriteBytes(of path: String, at offset: Int, count: Int) throws {
    try overwriteBytes(of: path, at: offset, with: Data(repeating: 0x55, count: count))
}
