import Foundation

/// How much of a property list is read: values are made of all of it at once.
///
/// Foundation itself limits the nesting of XML, to 512 levels.
enum PropertyListLimits {
    static let bytes = 64 << 20
    /// Enough for all that fits a document of that length with to-dos of a title alone.
    static let values = 4_000_000
    /// Bytes of text, each as often as it is used.
    static let textBytes = 256 << 20

    static func check(length: Int) throws(ToDoRecordError) {
        if length > bytes { throw ToDoRecordError("it is longer than \(ByteCount(bytes))") }
    }

    /// Throws where so many values would come of a document in XML that they fill the memory.
    ///
    /// At least as many are counted as there are: tags that open.
    static func check(_ document: Data) throws(ToDoRecordError) {
        let count = document.withUnsafeBytes { bytes in
            var (count, last) = (0, UInt8(0))
            for byte in bytes where byte != 0 {
                if last == ASCII.lessThan && byte != UInt8(ascii: "/") { count += 1 }
                last = byte
            }
            return count
        }
        if count > values { throw .tooManyValues }
    }
}

extension ToDoRecordError {
    static let tooManyValues = ToDoRecordError("it holds more values than a list of to-dos of that length does")
}
