import FermataPresentation
import Foundation

extension DateStyle {
    /// How a person reads and writes dates, by the POSIX name of the locale.
    ///
    /// The time zone is that of `TZ`, or the system’s.
    init(localeName: String) {
        let name = String(localeName.prefix { $0 != "." && $0 != "@" })
        guard !["", "C", "POSIX", "en_US"].contains(name) else {
            self.init(
                locale: Locale(identifier: "en_US"), calendar: Calendar(identifier: .gregorian), timeZone: .current)
            return
        }
        let locale = Locale(identifier: name)
        self.init(locale: locale, calendar: locale.calendar, timeZone: .current)
    }
}
