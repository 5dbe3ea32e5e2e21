import FermataPresentation
import Foundation

extension DateStyle {
    /// The style of a locale by its POSIX name, in the time zone of `TZ` or the system.
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
