package import FermataDomain
import Foundation

extension DateStyle {
    /// A release date as exact as it is known: `12/17/1971`, `December 1971` or `1971`.
    package func text(_ date: ReleaseDate) -> String {
        guard let month = date.month else { return String(date.year) }
        guard let day = Day(year: date.year, month: month, day: date.day ?? 1) else { return date.description }
        return date.day == nil ? monthText(day) : dateText(.day(day))
    }
}
