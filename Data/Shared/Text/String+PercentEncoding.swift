import FermataDomain
import Foundation

extension String {
    /// The text with all but unreserved characters percent-encoded (RFC 3986, 2.1), for a value in a query.
    var queryEncoded: String { addingPercentEncoding(withAllowedCharacters: .unreserved) ?? "" }
}
