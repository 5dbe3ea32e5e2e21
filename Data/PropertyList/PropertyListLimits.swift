import Foundation

/// How much of a property list is read: values are made of all of it at once.
///
/// Foundation itself limits the nesting of XML and of OpenStep’s form, to 512 levels.
enum PropertyListLimits {
    static let bytes = 64 << 20
    /// Enough for all that fits a document of that length with to-dos of a title alone.
    static let values = 4_000_000
    /// Bytes of text, each as often as it is used.
    static let textBytes = 256 << 20

    static func check(length: Int) throws(ToDoFault) {
        if length > bytes { throw ToDoFault("it is longer than \(ByteCount(bytes))") }
    }

    /// Throws where so many values would come of a document that they fill the memory.
    ///
    /// At least as many are counted as there are: tags that open, or brackets and separators.
    static func check(_ document: Data, isXML: Bool) throws(ToDoFault) {
        let count = document.withUnsafeBytes { bytes in
            var (count, last) = (0, UInt8(0))
            for byte in bytes where byte != 0 {
                if isXML ? last == ASCII.lessThan && byte != UInt8(ascii: "/") : isSeparator(byte) { count += 1 }
                last = byte
            }
            return count
        }
        if count > values { throw .tooManyValues }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), ASCII.openBrace, ASCII.comma, UInt8(ascii: ";"), UInt8(ascii: "="): true
        default: false
        }
    }
}

extension ToDoFault {
    static let tooManyValues = ToDoFault("it holds more values than a list of to-dos of that length does")
}
