import Testing
public func contractStub() { #expect(Bool(true)) }
