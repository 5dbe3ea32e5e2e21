extension SearchNumber {
    /// Reads a value or a range: `1977`, `1970..1979`, `..3:00`, `2026-01..`. Its bounds are included.
    func range(_ text: String) -> ClosedRange<Int>? {
        guard let dots = text.firstRange(of: "..") else { return values(text[...]) }
        let first = text[..<dots.lowerBound]
        let last = Substring(completed(text[dots.upperBound...], after: first))
        guard let lower = first.isEmpty ? .min...(.min) : values(first),
            let upper = last.isEmpty ? .max...(.max) : values(last), !(first.isEmpty && last.isEmpty)
        else { return nil }
        return min(lower.lowerBound, upper.lowerBound)...max(lower.upperBound, upper.upperBound)
    }

    /// Completes a shorter last year by the first digits of the first one: `1970..79` ends in 1979.
    private func completed(_ last: Substring, after first: Substring) -> String {
        guard self == .year, !last.isEmpty else { return String(last) }
        return String(first.prefix(max(0, first.count - last.count))) + last
    }

    /// The numbers that a value stands for; `2026-01` stands for each second of the month.
    private func values(_ text: Substring) -> ClosedRange<Int>? {
        switch self {
        case .year: Self.digits(text, upTo: 4).map { $0...$0 }
        case .added: Self.seconds(of: text)
        case .duration: Self.duration(text).map { $0...$0 }
        }
    }

    /// Reads `180`, `3:00` or `1:02:03` as seconds.
    private static func duration(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { digits($0, upTo: 6) }
        guard parts.count <= 3, !parts.contains(nil) else { return nil }
        return parts.compactMap { $0 }.reduce(0) { $0 * 60 + $1 }
    }

    /// Reads a year, month or day as its seconds since 1970, in UTC.
    private static func seconds(of text: Substring) -> ClosedRange<Int>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { digits($0, upTo: 4) }
        guard parts.count <= 3, !parts.contains(nil), let year = parts[0] else { return nil }
        let (month, day) = (parts.count > 1 ? parts[1] : nil, parts.count > 2 ? parts[2] : nil)
        guard let first = Day(year: year, month: month ?? 1, day: day ?? 1),
            let last = day != nil ? first : Day(lastOf: month ?? 12, in: year)
        else { return nil }
        return first.number * 86_400...last.number * 86_400 + 86_399
    }

    private static func digits(_ text: Substring, upTo count: Int) -> Int? {
        guard (1...count).contains(text.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }
}

extension Day {
    /// The last day of a month.
    fileprivate init?(lastOf month: Int, in year: Int) {
        guard let last = (28...31).reversed().lazy.compactMap({ Day(year: year, month: month, day: $0) }).first else {
            return nil
        }
        self = last
    }
}
