package import Hummingbird
import NIOCore

/// The context of a request: the connection that it came over, and Hummingbird's own storage.
package struct WebContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
