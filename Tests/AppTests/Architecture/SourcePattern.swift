import Foundation

/// An ICU regular expression. Swift's own are so slow in debug builds that they block other tests.
struct SourcePattern: @unchecked Sendable {
    fileprivate let expression: NSRegularExpression

    init(_ pattern: String) {
        do {
            expression = try NSRegularExpression(pattern: pattern)
        } catch {
            fatalError("\(pattern): \(error)")
        }
    }
}

extension String {
    /// The text of each match, followed by the texts of its groups.
    func matches(of pattern: SourcePattern) -> [[String]] {
        let text = self as NSString
        return pattern.expression.matches(in: self, range: NSRange(location: 0, length: text.length)).map { match in
            (0..<match.numberOfRanges).map { group in
                let range = match.range(at: group)
                return range.location == NSNotFound ? "" : text.substring(with: range)
            }
        }
    }

    func replacingMatches(of pattern: SourcePattern, with replacement: String) -> String {
        pattern.expression.stringByReplacingMatches(
            in: self, range: NSRange(location: 0, length: (self as NSString).length), withTemplate: replacement)
    }
}
