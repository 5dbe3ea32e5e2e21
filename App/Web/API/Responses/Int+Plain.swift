extension Int {
    /// A number of plain digits and nothing else, no sign either; nil for others, and for what is too large.
    init?(plain text: some StringProtocol) {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        self.init(text)
    }
}
