import FermataDomain

extension Duration {
    /// The number of complete milliseconds, limited to 64 bits.
    var millisecondCount: Int64 { Int64(saturating: self / .milliseconds(1)) }
}
