/// How many colours a terminal has.
package enum ColourDepth: Sendable {
    case none, sixteen, many, full

    /// Reads `TERM`, `COLORTERM` and `NO_COLOR` (https://no-color.org).
    package init(environment: [String: String]) {
        let terminal = environment["TERM"] ?? ""
        if !(environment["NO_COLOR"] ?? "").isEmpty || terminal.hasPrefix("vt") {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || terminal.hasSuffix("-direct") {
            self = .full
        } else {
            self = terminal.contains("256color") ? .many : .sixteen
        }
    }
}

/// What text is for, as far as it looks different.
package enum TextRole: Sendable {
    case plain, selected, heading, section, aside, problem, mark, tab
}

/// How each role looks with so many colours; without any, by weight and reversal alone.
package struct Palette: Sendable {
    private let depth: ColourDepth

    package init(_ depth: ColourDepth) {
        self.depth = depth
    }

    /// What is written before text of a role (ECMA-48, SGR).
    package func start(_ role: TextRole) -> [UInt8] {
        let codes =
            switch role {
            case .plain: "0"
            case .selected, .tab: "0;7"
            case .heading: "0;1"
            case .section: "0;1" + gold
            case .aside: "0;2"
            case .problem: "0;1" + red
            case .mark: "0" + gold
            }
        return Array("\u{1B}[\(codes)m".utf8)
    }

    private var gold: String {
        switch depth {
        case .none: ""
        case .sixteen: ";33"
        case .many: ";38;5;172"
        case .full: ";38;2;200;130;20"
        }
    }

    private var red: String {
        switch depth {
        case .none: ""
        case .sixteen: ";31"
        case .many: ";38;5;160"
        case .full: ";38;2;210;40;40"
        }
    }
}
