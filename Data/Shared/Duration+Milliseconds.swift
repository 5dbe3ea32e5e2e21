extension Duration {
    /// The number of complete milliseconds.
    var millisecondCount: Int64 { Int64(self / .milliseconds(1)) }
}
