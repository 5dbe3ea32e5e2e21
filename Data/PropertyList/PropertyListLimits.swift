import Foundation

/// How much of a property list is read: Foundation makes values of all of it at once.
///
/// It limits nesting itself, to 512 levels in every form.
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
    static func check(_ document: Data) throws(ToDoFault) {
        if document.starts(with: BinaryPropertyListSize.magic) {
            try BinaryPropertyListSize.check(document)
        } else if valueMarks(in: document) > values {
            throw .tooManyValues
        }
    }

    /// At least as many as there are values: the tags of XML that open, or the brackets and separators of OpenStep.
    private static func valueMarks(in document: Data) -> Int {
        document.withUnsafeBytes { bytes in
            let isXML = bytes.first { $0 > 0x20 && $0 < 0x7F } == ASCII.lessThan
            var (count, last) = (0, UInt8(0))
            for byte in bytes where byte != 0 {
                if isXML ? last == ASCII.lessThan && byte != UInt8(ascii: "/") : isSeparator(byte) { count += 1 }
                last = byte
            }
            return count
        }
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
