import Foundation

/// Writes an executable script, and creates its folder.
///
/// Another process writes it. While this process writes a file, programs that other tests start may inherit its
/// descriptor for a moment, and a file that is open for writing does not run (execve(2), ETXTBSY).
package func writeExecutable(_ script: String, to path: String) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", #"mkdir -p "${0%/*}" && printf %s "$1" > "$0" && chmod 700 "$0""#, path, script]
    try shell.run()
    shell.waitUntilExit()
    if shell.terminationStatus != 0 { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
}
