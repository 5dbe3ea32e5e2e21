public import Hummingbird
public func serverStub() { _ = Router() }
