package import FermataPresentation

/// Writes text into a cell of a certain width: made safe, truncated with an ellipsis, padded with spaces.
package struct CellText {
    private static let ellipsis: [UInt8] = Array("…".utf8)
    private static let space = UInt8(ascii: " ")
    private static let struck = Array("\u{1B}[9m".utf8)
    private static let unstruck = Array("\u{1B}[29m".utf8)
    package let width: Int
    package let alignment: TableColumn.Alignment
    /// Whether spaces fill the cell after its text.
    package let isFilled: Bool

    package init(width: Int, alignment: TableColumn.Alignment = .leading, isFilled: Bool = true) {
        self.width = max(1, width)
        self.alignment = alignment
        self.isFilled = isFilled
    }

    /// Appends the cell, and returns whether all terminals agree on its width.
    @discardableResult
    package func append(_ text: String, to bytes: inout [UInt8]) -> Bool {
        var text = text
        let isPlain = text.withUTF8 { utf8 in
            guard utf8.allSatisfy({ $0 &- 0x20 < 0x5F }) else { return false }
            appendPlain(utf8, to: &bytes)
            return true
        }
        if isPlain { return true }
        let isSimple = DisplayWidth.isSimple(text)
        if isSimple { appendSimple(text, to: &bytes) } else { appendAny(text, to: &bytes) }
        return isSimple
    }

    /// Appends the cell with a line through its text, but not through the spaces after it.
    ///
    /// Where text cannot be struck through, a tick precedes it. Returns whether all terminals agree on its width.
    package func appendStruckThrough(_ text: String, canStrike: Bool, to bytes: inout [UInt8]) -> Bool {
        guard canStrike else { return append("✓ " + text, to: &bytes) }
        var cell: [UInt8] = []
        let isSure = append(text, to: &cell)
        let spaces = cell.reversed().prefix { $0 == Self.space }.count
        bytes.append(contentsOf: Self.struck)
        bytes.append(contentsOf: cell.dropLast(spaces))
        bytes.append(contentsOf: Self.unstruck)
        bytes.append(contentsOf: cell.suffix(spaces))
        return isSure
    }

    /// Appends ASCII text: each byte is one column.
    private func appendPlain(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        guard utf8.count > width else { return place(utf8, columns: utf8.count, to: &bytes) }
        place(UnsafeBufferPointer(rebasing: utf8[..<(width - 1)]), columns: width - 1, isCut: true, to: &bytes)
    }

    /// Appends text whose scalars are characters of known width.
    private func appendSimple(_ text: String, to bytes: inout [UInt8]) {
        var columns = 0
        var endColumns = 0
        var end = text.unicodeScalars.startIndex
        var index = end
        while index != text.unicodeScalars.endIndex, columns <= width {
            columns += DisplayWidth.simple(text.unicodeScalars[index].value) ?? 0
            text.unicodeScalars.formIndex(after: &index)
            if columns < width { (end, endColumns) = (index, columns) }
        }
        if columns <= width { return place(text.utf8, columns: columns, to: &bytes) }
        place(text.utf8[..<end], columns: endColumns, isCut: true, to: &bytes)
    }

    /// Appends any text by grapheme clusters.
    private func appendAny(_ raw: String, to bytes: inout [UInt8]) {
        let text = SafeText(raw).text
        var columns = 0
        var endColumns = 0
        var end = text.startIndex
        var index = end
        while index != text.endIndex, columns <= width {
            columns += DisplayWidth.of(text[index])
            text.formIndex(after: &index)
            if columns < width { (end, endColumns) = (index, columns) }
        }
        if columns <= width { return place(text.utf8, columns: columns, to: &bytes) }
        place(text.utf8[..<end], columns: endColumns, isCut: true, to: &bytes)
    }

    @inline(__always)
    private func place(
        _ text: some Collection<UInt8>, columns: Int, isCut: Bool = false, to bytes: inout [UInt8]
    ) {
        let free = width - columns - (isCut ? 1 : 0)
        if alignment == .trailing { fill(free, to: &bytes) }
        bytes.append(contentsOf: text)
        if isCut { bytes.append(contentsOf: Self.ellipsis) }
        if alignment == .leading, isFilled { fill(free, to: &bytes) }
    }

    @inline(__always)
    private func fill(_ count: Int, to bytes: inout [UInt8]) {
        if count > 0 { bytes.append(contentsOf: repeatElement(Self.space, count: count)) }
    }
}

extension String {
    /// The text in exactly `width` columns, safe for a terminal, truncated with an ellipsis.
    package func fitting(width: Int) -> String {
        var bytes: [UInt8] = []
        CellText(width: width).append(self, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension MusicMarks {
    private static let texts = (0..<8).map { bits in
        String([bits & 1 == 0 ? " " : "✭", bits & 2 == 0 ? " " : "⤓", bits & 4 == 0 ? " " : "E"])
    }

    /// The marks as three signs that every terminal draws in one column each.
    var text: String { Self.texts[(isBookmarked ? 1 : 0) | (isDownloaded ? 2 : 0) | (isExplicit ? 4 : 0)] }
}
