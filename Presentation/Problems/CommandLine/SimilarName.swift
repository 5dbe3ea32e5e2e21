extension Sequence<String> {
    /// Returns the name that a person probably meant: the first of those that differ least from the typed one, in upper or
    /// lower case, by at most two characters; nil if there is none.
    public func name(similarTo typed: String) -> String? {
        let limit = 2
        let typed = typed.lowercased()
        return filter { abs($0.count - typed.count) <= limit }
            .map { (name: $0, differences: $0.lowercased().difference(from: typed).count) }
            .filter { $0.differences <= limit }
            .min { $0.differences < $1.differences }?.name
    }
}
