/// The waiting times after which a source counts as unreachable.
package struct HTTPTimeouts: Equatable, Sendable {
    package var connect: Duration
    /// From the request, redirects included, to the head of the response.
    package var firstByte: Duration
    /// For each 16 KiB of the body.
    package var stall: Duration

    package init(
        connect: Duration = .seconds(10), firstByte: Duration = .seconds(30), stall: Duration = .seconds(30)
    ) {
        self.connect = connect
        self.firstByte = firstByte
        self.stall = stall
    }
}
