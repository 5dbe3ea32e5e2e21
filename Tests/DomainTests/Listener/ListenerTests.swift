import FermataDomain
import Testing

@Suite("Listener")
struct ListenerTests {
    @Test(
        "excludes explicit music below the age of 19",
        arguments: [(18, ExplicitFilter.notExplicit), (19, .all), (0, .notExplicit)])
    func excludesExplicitBelow19(age: Int, filter: ExplicitFilter) {
        #expect(Listener(age: age).filter == filter)
    }

    @Test("uses the configured age")
    func usesConfiguredAge() {
        #expect(Listener(age: 18, explicitAge: 18).filter == .all)
        #expect(Listener(age: 17, explicitAge: 18).filter == .notExplicit)
    }

    @Test("allows all music without an age, strict or not")
    func allowsAllWithoutAge() {
        #expect(Listener.anyone.filter == .all)
        #expect(Listener(isStrict: true).filter == .all)
    }

    @Test("excludes music of unknown status only if strict")
    func excludesUnknownIfStrict() {
        #expect(Listener(age: 12).filter.allows(.unknown))
        #expect(!Listener(age: 12, isStrict: true).filter.allows(.unknown))
    }

    @Test(
        "each filter allows the statuses in its name",
        arguments: [
            (ExplicitFilter.all, [true, true, true]), (.notExplicit, [true, true, false]),
            (.cleanOnly, [false, true, false]),
        ])
    func filtersByStatus(filter: ExplicitFilter, allowed: [Bool]) {
        #expect(ExplicitStatus.allCases == [.unknown, .clean, .explicit])
        #expect(ExplicitStatus.allCases.map(filter.allows) == allowed)
    }
}
