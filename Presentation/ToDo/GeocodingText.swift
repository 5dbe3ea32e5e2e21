import FermataDomain

/// The message about the lookup of an address.
struct GeocodingText {
    private let geocoding: Geocoding
    private let address: String
    private let item: ToDoItem
    private let verb: String
    private let otherwise: String
    private let retry: String

    /// `verb` is what was done: `Added`. `otherwise` is what to do if another place was meant; `retry` is how to look up the address again.
    init(
        _ geocoding: Geocoding, of address: String, for item: ToDoItem, verb: String, otherwise: String, retry: String
    ) {
        self.geocoding = geocoding
        self.address = address
        self.item = item
        self.verb = verb
        self.otherwise = otherwise
        self.retry = retry
    }

    /// Whether the address has no known coordinate.
    var lacksCoordinate: Bool {
        switch geocoding {
        case .notAsked, .found: false
        case .notFound, .failed: item.location?.coordinate == nil
        }
    }

    /// One or two sentences; nil if there is nothing to report.
    var text: String? {
        switch geocoding {
        case .notAsked: nil
        case .found(let place, let others): text(of: place) + text(of: others.filter { $0.name != place.name })
        case .notFound where lacksCoordinate:
            "\(verb) without a coordinate: no place was found for “\(address.onOneLine)”."
        case .failed(let failure) where lacksCoordinate:
            "\(verb) without a coordinate: cannot look up “\(address.onOneLine)”, "
                + "\(SourceFailureText(failure.cause).text). \(retry) later to complete it."
        case .notFound, .failed: nil
        }
    }

    private func text(of place: Place) -> String {
        place.isTownOnly
            ? "Only the town of this address was found (\(place.name)). \(TownOnlyText.map)"
            : "The address was found as \(place.name)."
    }

    private func text(of others: [Place]) -> String {
        if others.isEmpty { return "" }
        let names = others.map(\.name).joined(separator: "; ")
        return " Other places with that name: \(names). If you mean one of them, \(otherwise)."
    }
}
