import ArgumentParser
import FermataData
import FermataDomain
import Foundation

/// A file of to-dos, and the form that it is in.
struct ToDoFileOptions: ParsableArguments {
    @Argument(help: "The file’s path, or - for standard input or output.", completion: .file())
    var path: String

    @Option(help: "Its form: ics or plist (default: the ending of its name).")
    var format: ToDoFileFormat?

    var isDevice: Bool { path == "-" }
    /// Whether a file would be replaced; pipes and devices take what is written, and folders refuse it.
    var replacesFile: Bool { !isDevice && Self.status(of: path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false }

    /// Whether the path leads to the library, or to one of the files that SQLite keeps beside it.
    func leads(to library: String) -> Bool {
        guard !isDevice, let found = Self.status(of: path) else { return false }
        return ["", "-wal", "-shm"].contains { ending in
            let own = Self.status(of: library + ending)
            return own?.st_ino == found.st_ino && own?.st_dev == found.st_dev
        }
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    func validate() throws {
        if known == nil {
            throw ValidationError("Say what form “\(path)” has: end its name in .ics or .plist, or add --format.")
        }
    }

    /// The document at the path, or at a device where the path is a hyphen.
    func document(orDevice device: String) -> any ToDoDocument {
        let file = URL(filePath: isDevice ? device : path)
        return switch known {
        case .plist: PropertyListToDoDocument(file: file, timeZone: .current)
        case .ics, nil: ICalendarToDoDocument(file: file, timeZone: .current, now: { Date() })
        }
    }

    private var known: ToDoFileFormat? {
        format ?? ToDoFileFormat(rawValue: URL(filePath: path).pathExtension.lowercased())
    }
}

/// The forms that to-dos are carried in, by the ending of a file's name.
enum ToDoFileFormat: String, CaseIterable, ExpressibleByArgument {
    case ics, plist
}
