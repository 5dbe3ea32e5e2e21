import FermataDomain
import Foundation

/// A calendar of another program with one VTODO.
func calendar(toDo properties: String...) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + component(properties) + "END:VCALENDAR\r\n"
}

/// One VTODO per title.
func calendar(titles: [String]) -> String {
    "BEGIN:VCALENDAR\r\n" + titles.map { component(["SUMMARY:\($0)"]) }.joined() + "END:VCALENDAR\r\n"
}

private func component(_ properties: [String]) -> String {
    "BEGIN:VTODO\r\n" + properties.map { $0 + "\r\n" }.joined() + "END:VTODO\r\n"
}

func day(_ text: String) -> DueDate? { Day(text).map { .day($0) } }
func moment(_ seconds: Int) -> DueDate? { Moment(seconds: seconds).map { .moment($0) } }
