/// The rows of a statement in memory, where another thread can read them.
struct CopiedRows: Sendable {
    /// Precedes each value: 8 bytes of a number, or 4 bytes with the length of a text or blob, and its bytes.
    fileprivate enum Kind: UInt8 {
        case null, integer, real, text, blob
    }

    fileprivate let columns: [String]
    fileprivate private(set) var starts: [Int]
    fileprivate private(set) var bytes: [UInt8] = []

    /// Reserves memory for a size in bytes.
    init(columns: [String], count: Int, size: Int) {
        self.columns = columns
        starts = Array(repeating: 0, count: count)
        bytes.reserveCapacity(size)
    }

    var count: Int { starts.count }
    /// In bytes.
    var size: Int { bytes.count }

    /// Copies the current row of a statement with the same columns.
    mutating func copy(_ row: RawStatement, to position: Int) {
        starts[position] = bytes.count
        for column in columns.indices {
            switch row.value(at: column) {
            case .null: bytes.append(Kind.null.rawValue)
            case .integer(let number): append(.integer, number)
            case .real(let number): append(.real, number)
            case .text(let text):
                append(.text, Int32(text.count))
                bytes.append(contentsOf: text)
            case .blob(let blob):
                append(.blob, Int32(blob.count))
                bytes.append(contentsOf: blob)
            }
        }
    }

    private mutating func append(_ kind: Kind, _ number: some BitwiseCopyable) {
        bytes.append(kind.rawValue)
        withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }
}

/// Reads copied rows, one at a time.
final class CopiedRow: RowValues {
    private let rows: CopiedRows
    private var names = NameIndexes()
    /// The offsets of the current row's values.
    private var places: [Int]

    init(of rows: CopiedRows) {
        self.rows = rows
        places = Array(repeating: 0, count: rows.columns.count)
    }

    func move(to position: Int) {
        var place = rows.starts[position]
        for column in places.indices {
            places[column] = place
            switch kind(at: place) {
            case .null: place += 1
            case .integer, .real: place += 9
            case .text, .blob: place += 5 + length(at: place)
            }
        }
    }

    func integer(_ name: StaticString) -> Int64 {
        let place = place(name)
        return kind(at: place) == .integer ? value(at: place + 1, as: Int64.self) : 0
    }

    func optionalInteger(_ name: StaticString) -> Int? {
        let place = place(name)
        return kind(at: place) == .integer ? Int(value(at: place + 1, as: Int64.self)) : nil
    }

    func optionalDouble(_ name: StaticString) -> Double? {
        let place = place(name)
        return kind(at: place) == .real ? value(at: place + 1, as: Double.self) : nil
    }

    func text(_ name: StaticString) -> String { optionalText(name) ?? "" }

    func optionalText(_ name: StaticString) -> String? {
        let place = place(name)
        guard kind(at: place) == .text else { return nil }
        let start = place + 5
        return String(decoding: rows.bytes[start..<start + length(at: place)], as: UTF8.self)
    }

    func blob(_ name: StaticString) -> [UInt8]? {
        let place = place(name)
        guard kind(at: place) == .blob else { return nil }
        let start = place + 5
        return Array(rows.bytes[start..<start + length(at: place)])
    }

    private func place(_ name: StaticString) -> Int {
        if let column = names.index(of: name) { return places[Int(column)] }
        guard let index = rows.columns.firstIndex(of: "\(name)") else { preconditionFailure("no column \(name)") }
        return places[Int(names.add(name, Int32(index)))]
    }

    private func kind(at place: Int) -> CopiedRows.Kind { CopiedRows.Kind(rawValue: rows.bytes[place]) ?? .null }

    private func length(at place: Int) -> Int { Int(value(at: place + 1, as: Int32.self)) }

    private func value<Value: BitwiseCopyable>(at place: Int, as type: Value.Type) -> Value {
        rows.bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: type) }
    }
}
