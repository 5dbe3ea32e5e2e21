import Foundation
import Testing

/// Follows the links of all pages, as a search engine does.
struct SiteReader {
    /// The path below which the pages are; empty for all paths.
    let root: String

    /// Reads the first page and all pages and files that it leads to, and returns their number.
    ///
    /// Checks that each is found, and that all addresses, also those of buttons and forms, are below the path.
    func read(_ client: some WebClient) async throws -> Int {
        var (found, next) = (Set([root + "/", root + "/nothing"]), [root + "/", root + "/nothing"])
        while let address = next.popLast() {
            let response = try await client.get(address)
            #expect(response.status == (address.hasSuffix("/nothing") ? 404 : 200), "\(address)")
            guard response["Content-Type"]?.hasPrefix("text/html") == true else { continue }
            for link in addresses(in: response.text) {
                #expect(link.address.hasPrefix(root + "/"), "\(link.address) on \(address)")
                // Pages of every window and order are alike.
                let path = String(link.address.prefix { $0 != "?" })
                if link.isFollowed, found.insert(path).inserted { next.append(path) }
            }
        }
        return found.count
    }

    /// The addresses of this server on a page, and whether a browser opens them.
    private func addresses(in page: String) -> [(address: String, isFollowed: Bool)] {
        page.matches(of: /(href|src|action|data-address|data-audio|data-then|data-suggestions)="([^"]*)"/)
            .map { (String($0.output.2).replacing("&amp;", with: "&"), ["href", "src"].contains($0.output.1)) }
            .filter { !$0.0.hasPrefix("#") && !$0.0.hasPrefix("https://") && !$0.0.isEmpty }
    }
}
