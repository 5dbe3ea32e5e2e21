import Hummingbird
import NIOCore

/// Signs browsers in and out.
struct SignInController {
    /// The largest form, in bytes.
    private static let formLimit = 4 << 10
    let signIn: ServerSignIn

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.post { request, context in
            let form = try await request.body.collect(upTo: Self.formLimit)
            return try await signIn.response(to: QueryParameters(query: String(buffer: form)), request, context)
        }
        .post("sign-out") { request, context in signIn.signOut(request, context) }
    }
}
