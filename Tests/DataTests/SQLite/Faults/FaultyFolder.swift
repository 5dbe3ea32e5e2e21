import FaultyFileSystem
import Foundation
import Testing

/// A folder in which SQLite's operations on files fail as planned.
final class FaultyFolder {
    /// How operations fail.
    enum Fault: String, CaseIterable, CustomTestStringConvertible {
        /// One operation fails with an I/O error.
        case error
        /// The disk is full from one operation on; a write stores half of its bytes.
        case full
        /// The power fails at one operation: writes that were not synced are lost or stored by chance.
        case crash

        var testDescription: String { rawValue }

        fileprivate var kind: fault_kind {
            switch self {
            case .error: FAULT_ERROR
            case .full: FAULT_FULL
            case .crash: FAULT_CRASH
            }
        }
    }

    private let folder: OpaquePointer

    init(_ url: URL) throws {
        // SQLite resolves links.
        guard let path = realpath(url.path, nil) else { throw CocoaError(.fileNoSuchFile) }
        defer { free(path) }
        folder = faulty_folder_create(path)
    }

    deinit {
        faulty_folder_end(folder)
    }

    /// Counts operations from now on, and makes one fail.
    ///
    /// A crash copies the files to the folder `remains`. The operation number seeds the choice of lost writes.
    func plan(_ fault: Fault, at operation: Int, remains: URL) {
        faulty_folder_plan(folder, fault.kind, CInt(operation), UInt64(operation), remains.path)
    }

    /// Lets all operations succeed, and counts them from now on.
    func plan() { faulty_folder_plan(folder, FAULT_NONE, 0, 0, nil) }

    /// The number of operations since the plan that this kind of fault can fail.
    func count(_ fault: Fault) -> Int { Int(faulty_folder_count(folder, fault.kind)) }

    /// The operation that failed first, and its file; nil if none did.
    var fault: String? {
        var text = [CChar](repeating: 0, count: 256)
        guard faulty_folder_fault(folder, &text, CInt(text.count)) else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
