extension SourceFailureCause {
    /// The cause without words that a server or a record has chosen, which may contain anything.
    package var withoutForeignText: SourceFailureCause {
        switch self {
        case .redirect(.otherServer): .redirect(.otherServer(""))
        case .redirect(.unsupportedScheme): .redirect(.invalidAddress)
        case .server(let code, _): .server(code: code, message: "")
        case .content(.wrongType), .content(.unsupportedCompression), .content(.noValidRecords):
            .content(.invalidResponse)
        case .other: .other("")
        default: self
        }
    }
}
