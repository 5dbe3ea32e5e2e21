public import FermataDomain
import Foundation

/// An order of the list of to-dos, as options and parameters name it.
public enum ToDoOrderKey: String, Sendable, CaseIterable {
    case list, date
}

extension DateStyle {
    /// The order with a name; dates are compared in the person's time zone.
    public func order(_ key: ToDoOrderKey) -> ToDoOrder {
        switch key {
        case .list: .list
        case .date: .date(in: calendar.timeZone)
        }
    }
}
