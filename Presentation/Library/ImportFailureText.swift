import FermataDomain

/// The words for a record that cannot be imported.
struct ImportFailureText: Equatable, Sendable {
    let text: String

    init(_ failure: ImportFailure) {
        text =
            switch failure {
            case .record(let error): RecordErrorText(error).text
            case .source(let error): SourceErrorText(error).text
            case .unknownSource(let name): "the library has no source named “\(name)”"
            case .otherAddress(let name):
                "the library’s source “\(name)” has another address. The existing source is unchanged."
            }
    }
}
