extension String {
    /// The text as one word of a shell's command line, in single quotes if it needs them (POSIX.1-2017, 2.2.2).
    package var shellWord: String {
        let isPlain = !isEmpty && utf8.allSatisfy { $0.isPlain } && first != "-"
        if isPlain { return self }
        // A mark that follows a quotation mark would hide it from a comparison of characters.
        return "'" + unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }

    /// The words of a shell's command line with quotation marks and backslashes, as `shellWord` writes them; nil if a
    /// quotation mark is not closed (POSIX.1-2017, 2.2). Expands nothing.
    package var shellWords: [String]? {
        var (words, word): ([String], String?) = ([], nil)
        var characters = unicodeScalars[...]
        let escapable: Set<Unicode.Scalar> = ["\"", "\\", "$", "`"]
        func quoted(by quote: Unicode.Scalar) -> String? {
            var text = String.UnicodeScalarView()
            while let next = characters.popFirst() {
                if next == quote { return String(text) }
                let isEscape = quote == "\"" && next == "\\" && characters.first.map(escapable.contains) == true
                text.append(isEscape ? characters.removeFirst() : next)
            }
            return nil
        }
        while let next = characters.popFirst() {
            switch next {
            case "'", "\"":
                guard let text = quoted(by: next) else { return nil }
                word = (word ?? "") + text
            case "\\":
                guard let escaped = characters.popFirst() else { return nil }
                word = (word ?? "") + String(escaped)
            case " ", "\t", "\n":
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(next)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}

extension Sequence<String> {
    /// The words as people type them in a shell, each in quotation marks if it needs them; dashes need none.
    package var shellLine: String {
        map { word in
            let text = word.drop { $0 == "-" }
            let dashes = word.prefix(word.count - text.count)
            return dashes + (text.isEmpty && !dashes.isEmpty ? "" : String(text).shellWord)
        }.joined(separator: " ")
    }
}

extension UInt8 {
    fileprivate var isPlain: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: "_.,:/@%+=-".utf8.contains(self)
        }
    }
}
