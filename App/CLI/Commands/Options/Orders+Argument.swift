public import ArgumentParser
public import FermataDomain
public import FermataPresentation

extension SortOrder: ExpressibleByArgument {}
/// The orders have the names that they have in `SortOrder`; those of the API stay accepted.
extension TrackOrder: ExpressibleByArgument {
    public init?(argument: String) {
        if argument == SortOrder.title.rawValue { self = .alphabetical } else { self.init(rawValue: argument) }
    }

    public static var allValueStrings: [String] { [SortOrder.title, .popular, .newest].map(\.rawValue) }
    public var defaultValueDescription: String { self == .alphabetical ? SortOrder.title.rawValue : rawValue }
}
extension ToDoOrderKey: ExpressibleByArgument {}

extension PlayQueue.Repetition: ExpressibleByArgument {}
