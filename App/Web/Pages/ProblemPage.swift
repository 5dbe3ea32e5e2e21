import HTTPTypes
import Hummingbird
import NIOCore

/// A problem as a person reads it.
enum ProblemPage {
    static func response(_ problem: Problem) -> Response {
        var headers = problem.headers
        headers[.contentType] = "text/plain; charset=utf-8"
        headers[.cacheControl] = "no-store"
        return Response(
            status: problem.status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: problem.detail + "\n")))
    }
}
