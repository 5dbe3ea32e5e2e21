import Foundation

/// A call of a fake music server's method.
package struct ReceivedCall: Equatable, Sendable {
    package let method: String
    package let isForm: Bool
    private let values: [String]
    private let names: [String]

    init(_ request: ReceivedRequest) {
        let parts = request.path.split(separator: "?", maxSplits: 1).map(String.init)
        let name = parts[0].split(separator: "/").last.map(String.init) ?? ""
        method = name.hasSuffix(".view") ? String(name.dropLast(".view".count)) : name
        isForm = request.method == "POST"
        var components = URLComponents()
        components.percentEncodedQuery = [parts.dropFirst().first, request.body.isEmpty ? nil : request.body]
            .compactMap { $0 }.joined(separator: "&").replacing("+", with: "%20")
        let items = components.queryItems ?? []
        (names, values) = (items.map(\.name), items.map { $0.value ?? "" })
    }

    /// The first value of a parameter.
    package subscript(name: String) -> String? { all(name).first }

    /// All values of a parameter, in order.
    package func all(_ name: String) -> [String] { zip(names, values).filter { $0.0 == name }.map(\.1) }

    func integer(_ name: String, otherwise number: Int) -> Int { self[name].flatMap { Int($0) } ?? number }
}
