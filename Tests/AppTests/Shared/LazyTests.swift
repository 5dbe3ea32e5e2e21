import Synchronization
import Testing
import FermataApp

@Suite("Lazy values")
struct LazyTests {
    @Test("makes the value on first use, once")
    func makesValueOnce() async {
        let count = Atomic(0)
        let lazy = Lazy { count.add(1, ordering: .relaxed).newValue }
        #expect(lazy.existing == nil)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { #expect(lazy.value == 1) } }
        }
        #expect(lazy.existing == 1)
    }
}
