import FermataPresentation

/// The orders that a list can be put in, and its switches.
struct ChoiceValues {
    let values: TemplateValues

    init(_ sorts: [LinkModel], _ switches: [LinkModel]) {
        values = [
            "hasChoices": .flag(true), "sorts": .list(sorts.map { .values($0.values) }),
            "switches": .list(switches.map { .values($0.values) }),
        ]
    }
}
