package import FermataDomain

/// The words for an address that cannot be used, which continue "the address": "has no host".
package struct InvalidAddressText: Equatable, Sendable {
    package let text: String

    package init(_ cause: InvalidAddress) {
        text =
            switch cause {
            case .empty: "is empty"
            case .notAURL: "is not a valid URL that begins with http:// or https://"
            case .notAURLOrPath:
                "begins neither with http:// or https://, as a catalogue does, nor with /, ~ or ., "
                    + "as the path of a folder does"
            case .notAnAbsolutePath: "is not the absolute path of a folder"
            case .unsupportedScheme(let scheme): "begins with \(scheme): instead of http:// or https://"
            case .noHost: "has no host"
            case .invalidPort(let port): "has port \(port), which is not between 1 and 65535"
            case .containsCredentials: "contains a user name or password, which would be stored and shown"
            }
    }
}
