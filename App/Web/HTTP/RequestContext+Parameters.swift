import FermataDomain
import HTTPTypes
import Hummingbird

extension RequestContext {
    /// A decoded part of the path. Throws `Problem` if it is not UTF-8 in percent encoding.
    func parameter(_ name: String) throws -> String {
        let encoded = parameters[name[...]] ?? ""
        guard let text = String(percentEncoded: encoded.utf8) else {
            throw Problem(.badRequest, "The path is not UTF-8 in percent encoding.")
        }
        return text
    }

    /// The number of a to-do in the path. Throws `Problem` with status 404 if it is not a number.
    func number(_ name: String) throws -> Int {
        let text = try parameter(name)
        guard let number = Int(digits: text) else {
            throw Problem(.notFound, "“\(text)” is not the number of a to-do.")
        }
        return number
    }
}
