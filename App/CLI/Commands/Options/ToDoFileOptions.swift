import ArgumentParser
import FermataDomain
import Foundation

/// A file of to-dos and its format.
struct ToDoFileOptions: ParsableArguments {
    @Argument(help: "The file’s path, or - for standard input or output.", completion: .file())
    var path: String

    @Option(help: "Its format: ics or plist (default: by the ending of its name).")
    var format: ToDoFileFormat?

    var isDevice: Bool { path == "-" }
    /// Whether an export would replace a file, or create one elsewhere through a symbolic link.
    ///
    /// Folders, pipes and devices are refused later.
    var replacesFile: Bool {
        if isDevice { return false }
        var status = stat()
        guard let file = Self.status(of: path) else { return lstat(path, &status) == 0 }
        return file.st_mode & S_IFMT == S_IFREG
    }

    /// Whether the path leads to the library or to one of SQLite's files beside it.
    func isSameFile(as library: String) -> Bool {
        guard !isDevice, let file = Self.status(of: path) else { return false }
        return ["", "-wal", "-shm"].contains { ending in
            let status = Self.status(of: library + ending)
            return status?.st_ino == file.st_ino && status?.st_dev == file.st_dev
        }
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    func validate() throws {
        if known == nil {
            throw ValidationError(
                "The format of “\(path)” is unknown. End its name in .ics or .plist, or add --format.")
        }
    }

    /// The document at the path, or at a device if the path is a hyphen.
    func document(orDevice device: String, _ make: MakeToDoDocument) -> any ToDoDocument {
        make(known ?? .ics, URL(filePath: isDevice ? device : path))
    }

    private var known: ToDoFileFormat? {
        format ?? ToDoFileFormat(rawValue: URL(filePath: path).pathExtension.lowercased())
    }
}

/// Makes the document of a format in a file.
typealias MakeToDoDocument = @Sendable (ToDoFileFormat, URL) -> any ToDoDocument

/// The formats of files of to-dos, by the ending of their names.
enum ToDoFileFormat: String, CaseIterable, ExpressibleByArgument {
    case ics, plist
}
