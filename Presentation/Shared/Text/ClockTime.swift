/// A time of day in a user's input.
struct ClockTime {
    let hour: Int
    let minute: Int
    let second: Int

    /// `half` is the first letter of AM or PM; `text` is the text that a problem quotes.
    init(
        hour: Substring, minute: Substring, second: Substring?, half: Substring?, text: String
    ) throws(DateProblem) {
        guard var hour = Int(hour), let minute = Int(minute), let second = Int(second ?? "0") else {
            throw .noSuchTime(text)
        }
        if let half {
            guard (1...12).contains(hour) else { throw .noSuchTime(text) }
            hour = hour % 12 + (half.lowercased() == "p" ? 12 : 0)
        }
        guard hour < 24, minute < 60, second < 60 else { throw .noSuchTime(text) }
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }
}
