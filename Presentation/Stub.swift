public func presentationStub() {}
