import FermataDomain
import Testing

@Suite("The listener's rule")
struct ListenerTests {
    @Test(
        "explicit music is left out below the age of 19",
        arguments: [(18, ExplicitFilter.notExplicit), (19, .all), (0, .notExplicit)])
    func age(age: Int, filter: ExplicitFilter) {
        #expect(Listener(age: age).filter == filter)
    }

    @Test("the age can be adjusted")
    func adjusted() {
        #expect(Listener(age: 18, explicitAge: 18).filter == .all)
        #expect(Listener(age: 17, explicitAge: 18).filter == .notExplicit)
    }

    @Test("a listener without an age may hear everything, strict or not")
    func anyone() {
        #expect(Listener.anyone.filter == .all)
        #expect(Listener(isStrict: true).filter == .all)
    }

    @Test("unknown is not explicit, unless the listener asks for strict")
    func strict() {
        #expect(Listener(age: 12).filter.allows(.unknown))
        #expect(!Listener(age: 12, isStrict: true).filter.allows(.unknown))
    }

    @Test(
        "each filter allows what its name says",
        arguments: [
            (ExplicitFilter.all, [true, true, true]), (.notExplicit, [true, true, false]),
            (.cleanOnly, [false, true, false]),
        ])
    func filters(filter: ExplicitFilter, allowed: [Bool]) {
        #expect(ExplicitStatus.allCases == [.unknown, .clean, .explicit])
        #expect(ExplicitStatus.allCases.map(filter.allows) == allowed)
    }
}
