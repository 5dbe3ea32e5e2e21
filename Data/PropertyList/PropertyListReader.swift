import FermataDomain
import Foundation

/// Reads the to-dos of a property list.
enum PropertyListReader {
    /// Throws where it is none, or is no list of to-dos at all.
    static func records(in bytes: Data) throws(ToDoFault) -> [ToDoRecord] {
        guard !bytes.isEmpty else { throw ToDoFault("it is empty") }
        try PropertyListLimits.check(bytes)
        let root: Any
        do {
            root = try PropertyListSerialization.propertyList(from: bytes, options: [], format: nil)
        } catch {
            throw ToDoFault("it is no property list, or a damaged one")
        }
        guard let values = root as? [Any] else {
            throw ToDoFault("it is a property list, but no array of to-dos")
        }
        let records = values.map { PropertyListRecord($0) }
        guard values.isEmpty || records.contains(where: { $0 != nil }) else {
            throw ToDoFault("it is a property list, but nothing in it is a to-do")
        }
        return records.enumerated().map { index, record in
            do throws(ToDoFault) {
                guard let record else { throw ToDoFault("it is no dictionary") }
                return .success(try record.entry())
            } catch {
                return .failure(RejectedRecord(position: index + 1, reason: error.reason))
            }
        }
    }
}
