public import Foundation

/// A device that tests try to replace or to open as a file.
public enum TestDevice {
    /// Makes a null device in a folder, so that a faulty program run by root does not replace the system's.
    ///
    /// Returns the system's null device if the user may not make one, and so cannot replace it either.
    public static func path(in folder: URL) -> String {
        #if os(Linux)
            let (path, null) = (folder.appending(path: "device").path, dev_t(0x103))
            if mknod(path, S_IFCHR | 0o666, null) == 0 { return path }
        #endif
        return "/dev/null"
    }
}
