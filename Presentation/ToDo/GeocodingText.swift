import FermataDomain

/// The message about the lookup of an address.
struct GeocodingText {
    /// How a person corrects the address.
    enum Correction {
        /// In the input screen.
        case screen
        /// With the command that changes the to-do with a number.
        case command(number: Int)
    }

    private let geocoding: GeocodingResult
    private let address: String
    private let item: ToDoItem
    private let verb: String
    private let retry: String
    private let audience: ProblemModel.Audience

    /// `verb` is the completed action: `Added`. `retry` is how to look up the address again.
    init(
        _ geocoding: GeocodingResult, of address: String, for item: ToDoItem, verb: String, retry: String,
        audience: ProblemModel.Audience
    ) {
        self.geocoding = geocoding
        self.address = address
        self.item = item
        self.verb = verb
        self.retry = retry
        self.audience = audience
    }

    /// Whether the address has no known coordinate.
    var lacksCoordinate: Bool {
        switch geocoding {
        case .notRequested, .found: false
        case .notFound, .failed: item.location?.coordinate == nil
        }
    }

    /// One to three sentences; nil if there is nothing to report.
    func text(_ correction: Correction) -> String? {
        switch geocoding {
        case .notRequested: nil
        case .found(let place, let others):
            text(of: place) + text(of: others.filter { $0.name != place.name }, correction)
        case .notFound where lacksCoordinate:
            "\(verb) without a coordinate: no place was found for “\(address.onOneLine)”. "
                + correction.text("Correct the address, for example with a town and a country", "Correct it with")
        case .failed(let failure) where lacksCoordinate:
            "\(verb) without a coordinate: cannot look up “\(address.onOneLine)”, "
                + "\(text(of: failure)). \(retry) later to complete it."
        case .notFound, .failed: nil
        }
    }

    /// For web clients, the words contain no text of the server, which may name private addresses.
    private func text(of failure: SourceFailure) -> String {
        SourceFailureText(failure.cause, hidesForeignText: audience == .webClient).text
    }

    private func text(of place: Place) -> String {
        place.isTownOnly
            ? "Only the town of this address was found (\(place.name)). \(TownOnlyText.map)"
            : "The address was found as \(place.name)."
    }

    private func text(of others: [Place], _ correction: Correction) -> String {
        if others.isEmpty { return "" }
        let names = others.map(\.name).joined(separator: "; ")
        return " Other places with that name: \(names). If you mean one of them, "
            + correction.text("add a region or a country to the address", "run")
    }
}

extension GeocodingText.Correction {
    /// Returns the instruction for the screen, or a verb with the command.
    fileprivate func text(_ onScreen: String, _ verb: String) -> String {
        switch self {
        case .screen: onScreen + "."
        case .command(let number): "\(verb): fermata todo edit \(number) --address …"
        }
    }
}
