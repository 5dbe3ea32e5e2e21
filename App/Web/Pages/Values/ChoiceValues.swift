import FermataPresentation

/// The values of a list’s sort orders and switches.
struct ChoiceValues {
    let values: TemplateValues

    init(_ sorts: [LinkModel], _ switches: [LinkModel]) {
        values = [
            "hasChoices": .flag(true), "sorts": .list(sorts.map { .values($0.values) }),
            "switches": .list(switches.map { .values($0.values) }),
        ]
    }
}
