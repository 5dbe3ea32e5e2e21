import FermataDomain
import Foundation

/// Reads the to-dos of a property list.
enum PropertyListReader {
    /// Returns the to-dos and rejected records. Throws if the document is no property list, or no list of to-dos.
    static func records(in document: Data) throws(ToDoRecordError) -> [ToDoRecord] {
        guard !document.isEmpty else { throw ToDoRecordError("it is empty") }
        if document.starts(with: BinaryPropertyList.magic) {
            var list = try BinaryPropertyList(document)
            guard let elements = try list.elements() else { throw .noArray }
            return try records(count: elements.count) { index throws(ToDoRecordError) in try list.value(elements[index])
            }
        }
        switch document.first(where: { (0x21..<0x7F).contains($0) }) {
        case ASCII.lessThan: break
        case UInt8(ascii: "("), UInt8(ascii: "{"): throw .oldForm
        default: throw .damagedList
        }
        try PropertyListLimits.check(document)
        guard let values = try root(of: document) as? [Any] else { throw .noArray }
        return try records(count: values.count) { index throws(ToDoRecordError) in values[index] }
    }

    private static func root(of document: Data) throws(ToDoRecordError) -> Any {
        do {
            return try PropertyListSerialization.propertyList(from: document, options: [], format: nil)
        } catch {
            throw .damagedList
        }
    }

    private static func records(
        count: Int, value: (Int) throws(ToDoRecordError) -> Any
    ) throws(ToDoRecordError) -> [ToDoRecord] {
        var records: [ToDoRecord] = []
        var hasDictionary = count == 0
        for index in 0..<count {
            let record = PropertyListRecord(try value(index))
            hasDictionary = hasDictionary || record != nil
            do throws(ToDoRecordError) {
                guard let record else { throw ToDoRecordError("it is no dictionary") }
                records.append(.success(try record.entry()))
            } catch {
                records.append(.failure(RejectedRecord(position: index + 1, reason: error.reason)))
            }
        }
        guard hasDictionary else { throw ToDoRecordError("it is a property list, but nothing in it is a to-do") }
        return records
    }
}

extension ToDoRecordError {
    /// Foundation reads this form in quadratic time.
    fileprivate static let oldForm = ToDoRecordError(
        "it is in the old form of property lists (OpenStep); plutil -convert xml1 makes it one that can be read")
    fileprivate static let noArray = ToDoRecordError("it is a property list, but no array of to-dos")
}
