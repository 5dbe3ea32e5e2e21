/// The purpose of a piece of text, which determines its style.
package enum TextRole: Sendable {
    case plain, selected, heading, section, aside, problem, mark, tab
}

/// Maps text roles to terminal styles; without colours, styles differ in weight and reversal only.
package struct Palette: Sendable {
    private let depth: ColourDepth

    package init(_ depth: ColourDepth) {
        self.depth = depth
    }

    /// Returns the escape sequence that starts a role's style (ECMA-48, SGR).
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
