import Testing

@Suite("The names of tests")
struct TestNameTests {
    private static let testName = SourcePattern(#"(?:@(?:Test|Suite)|\b[Rr]ule)\(\s*"((?:[^"\\]|\\.)*)""#)

    @Test("names of tests and rules have at most 80 characters, apart from stories")
    func areShort() throws {
        for file in try SourceTree.swiftFiles(in: "Tests") {
            for name in file.text.matches(of: Self.testName).map({ $0[1] }) where !name.hasPrefix("Given") {
                #expect(name.count <= 80, "\(file.path): \(name)")
            }
        }
    }
}
