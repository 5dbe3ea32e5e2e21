import FermataDomain
import Foundation

/// Reads the to-dos of a property list.
enum PropertyListReader {
    /// Returns the to-dos and rejected records. Throws if the document is no property list, or no list of to-dos.
    static func records(in document: Data) throws(DocumentFailure) -> [ToDoRecord] {
        guard !document.isEmpty else { throw .empty }
        if document.starts(with: BinaryPropertyList.magic) {
            var list = try BinaryPropertyList(document)
            guard let elements = try list.elements() else { throw .notAnArray }
            return try records(count: elements.count) { index throws(DocumentFailure) in try list.value(elements[index])
            }
        }
        switch document.first(where: { (0x21..<0x7F).contains($0) }) {
        case ASCII.lessThan: break
        // Foundation parses an escaped text of this format in quadratic time.
        case UInt8(ascii: "("), UInt8(ascii: "{"): throw .oldPropertyList
        default: throw .notPropertyList
        }
        try PropertyListLimits.check(document)
        guard let values = try root(of: document) as? [Any] else { throw .notAnArray }
        return try records(count: values.count) { index throws(DocumentFailure) in values[index] }
    }

    private static func root(of document: Data) throws(DocumentFailure) -> Any {
        do {
            return try PropertyListSerialization.propertyList(from: document, options: [], format: nil)
        } catch {
            throw .notPropertyList
        }
    }

    private static func records(
        count: Int, value: (Int) throws(DocumentFailure) -> Any
    ) throws(DocumentFailure) -> [ToDoRecord] {
        var records: [ToDoRecord] = []
        var hasDictionary = count == 0
        for index in 0..<count {
            let record = PropertyListRecord(try value(index))
            hasDictionary = hasDictionary || record != nil
            do throws(RecordError) {
                guard let record else { throw .notAnObject }
                records.append(.success(try record.entry()))
            } catch {
                records.append(.failure(RejectedRecord(position: index + 1, error)))
            }
        }
        guard hasDictionary else { throw .noToDos }
        return records
    }
}
