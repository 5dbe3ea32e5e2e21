/// The purpose of a piece of text, which determines its style.
package enum TextRole: String, Sendable, CaseIterable {
    case plain, selected, heading, section, aside, problem, mark, tab
}

/// How text looks.
package struct TextStyle: Equatable, Sendable {
    package var isBold = false
    package var isDim = false
    package var isReversed = false
    /// Nil for the terminal's own colour.
    package var colour: TextColour?
    package var background: TextColour?

    package init(
        isBold: Bool = false, isDim: Bool = false, isReversed: Bool = false, colour: TextColour? = nil,
        background: TextColour? = nil
    ) {
        (self.isBold, self.isDim, self.isReversed) = (isBold, isDim, isReversed)
        (self.colour, self.background) = (colour, background)
    }
}

/// The colours of the TUI.
package struct TUITheme: Equatable, Sendable {
    package let name: String
    private var styles: [TextRole: TextStyle]

    private init(_ name: String, _ styles: [TextRole: TextStyle]) { (self.name, self.styles) = (name, styles) }

    package subscript(role: TextRole) -> TextStyle {
        get { styles[role] ?? TextStyle() }
        set { styles[role] = newValue }
    }

    /// The themes that a theme file can name.
    package static let all = [standard, night, paper]

    /// Fits dark and light terminals: few colours, on the terminal's own background.
    package static let standard = TUITheme(
        "standard",
        [
            .selected: TextStyle(isReversed: true), .heading: TextStyle(isBold: true),
            .section: TextStyle(isBold: true, colour: .gold), .aside: TextStyle(isDim: true),
            .problem: TextStyle(isBold: true, colour: TextColour(red: 210, green: 40, blue: 40)),
            .mark: TextStyle(colour: .gold), .tab: TextStyle(isReversed: true),
        ])

    /// Soft colours for dark terminals.
    package static let night = TUITheme(
        "night",
        [
            .plain: TextStyle(colour: TextColour(red: 215, green: 215, blue: 223)),
            .selected: TextStyle(
                colour: TextColour(red: 255, green: 255, blue: 255),
                background: TextColour(red: 0, green: 95, blue: 135)),
            .heading: TextStyle(isBold: true, colour: TextColour(red: 135, green: 215, blue: 255)),
            .section: TextStyle(isBold: true, colour: TextColour(red: 175, green: 215, blue: 135)),
            .aside: TextStyle(colour: TextColour(red: 148, green: 148, blue: 158)),
            .problem: TextStyle(isBold: true, colour: TextColour(red: 255, green: 135, blue: 135)),
            .mark: TextStyle(colour: TextColour(red: 255, green: 215, blue: 95)),
            .tab: TextStyle(
                isBold: true, colour: TextColour(red: 0, green: 0, blue: 0),
                background: TextColour(red: 135, green: 215, blue: 255)),
        ])

    /// Dark ink for light terminals.
    package static let paper = TUITheme(
        "paper",
        [
            .plain: TextStyle(colour: TextColour(red: 48, green: 48, blue: 48)),
            .selected: TextStyle(
                colour: TextColour(red: 255, green: 255, blue: 255),
                background: TextColour(red: 95, green: 0, blue: 95)),
            .heading: TextStyle(isBold: true, colour: TextColour(red: 95, green: 0, blue: 95)),
            .section: TextStyle(isBold: true, colour: TextColour(red: 0, green: 95, blue: 0)),
            .aside: TextStyle(colour: TextColour(red: 98, green: 98, blue: 98)),
            .problem: TextStyle(isBold: true, colour: TextColour(red: 175, green: 0, blue: 0)),
            .mark: TextStyle(colour: TextColour(red: 175, green: 95, blue: 0)),
            .tab: TextStyle(
                isBold: true, colour: TextColour(red: 255, green: 255, blue: 255),
                background: TextColour(red: 95, green: 0, blue: 95)),
        ])
}

extension TextColour {
    fileprivate static let gold = TextColour(red: 200, green: 130, blue: 20)
}
