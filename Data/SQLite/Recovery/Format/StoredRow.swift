/// A row of a table or an entry of an index as it is stored on a page.
///
/// Source: https://www.sqlite.org/fileformat2.html#record_format
struct StoredRow {
    /// Zero in an index.
    private(set) var rowID: Int64 = 0
    private(set) var payload: [UInt8] = []
    private(set) var values: [StoredValue] = []

    /// Replaces the row by the values of a payload; false if they do not fill it exactly.
    mutating func decode(_ payload: [UInt8], rowID: Int64) -> Bool {
        self.rowID = rowID
        self.payload = payload
        values.removeAll(keepingCapacity: true)
        guard let header = payload.varint(at: 0, limit: payload.count) else { return false }
        guard header.value >= header.end, header.value <= payload.count else { return false }
        var (type, content) = (header.end, Int(header.value))
        while type < Int(header.value) {
            guard let next = payload.varint(at: type, limit: Int(header.value)) else { return false }
            guard let value = value(ofType: next.value, at: &content) else { return false }
            values.append(value)
            type = next.end
        }
        return content == payload.count
    }

    /// The text of a column; nil for another type.
    func text(_ column: Int) -> String? {
        guard values.indices.contains(column), case .text(let range) = values[column] else { return nil }
        return String(decoding: payload[range], as: UTF8.self)
    }

    /// The integer of a column; nil for another type.
    func integer(_ column: Int) -> Int64? {
        guard values.indices.contains(column), case .integer(let number) = values[column] else { return nil }
        return number
    }

    private func value(ofType type: Int64, at offset: inout Int) -> StoredValue? {
        let sizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
        guard type >= 0, type < Int64(payload.count) * 2 + 14 else { return nil }
        let size = type < 10 ? sizes[Int(type)] : Int(type - 12) / 2
        guard type < 10 || type >= 12, offset + size <= payload.count else { return nil }
        let range = offset..<offset + size
        offset = range.upperBound
        return switch type {
        case 0: .null
        case 7: .real(Double(bitPattern: UInt64(bitPattern: number(range))))
        case 8: .integer(0)
        case 9: .integer(1)
        case 1...6: .integer(number(range))
        case _ where type % 2 == 1: .text(range)
        default: .blob(range)
        }
    }

    /// A big-endian two's complement number.
    private func number(_ range: Range<Int>) -> Int64 {
        let start: Int64 = payload[range.lowerBound] & 0x80 == 0 ? 0 : -1
        return payload[range].reduce(start) { $0 << 8 | Int64($1) }
    }
}

/// A value of a stored row; text and blobs are ranges of the row's payload.
enum StoredValue: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(Range<Int>)
    case blob(Range<Int>)
}
