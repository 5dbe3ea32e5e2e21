import Foundation

/// Finds the files of programs.
enum Executable {
    /// The file of a program in the folders of `PATH`, or at a path; nil if there is none that can be run.
    static func file(_ program: String, in searchPath: String) -> URL? {
        let folders = program.contains("/") ? [""] : searchPath.split(separator: ":")
        return folders.lazy.map { URL(filePath: $0.isEmpty ? program : "\($0)/\(program)") }
            .first { file in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) && !isFolder.boolValue
                    && FileManager.default.isExecutableFile(atPath: file.path)
            }
    }
}
