import Foundation
import Testing

@Suite("Story: I monitor the server", .timeLimit(.minutes(3)))
struct MonitoringRouteTests {
    @Test("Given a server, then its health is public, and only an administrator reads its metrics")
    func limitsAccess() async throws {
        try await SignedInClient.run(.band, accounts: [("anna", ""), ("ben", "")]) { served in
            let health = try await served.get("/health")
            #expect(health.status == 200 && health.text == "ok\n" && health["Cache-Control"] == "no-store")
            #expect(try await served.get("/metrics", ["Accept": "application/problem+json"]).status == 401)
            #expect(try await served.signIn("ben").get("/metrics").status == 403)
            let metrics = try await served.signIn("anna").get("/metrics")
            #expect(metrics.status == 200 && metrics["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        }
    }

    @Test("Given a path below another site, then the kinds of requests are the same")
    func countsBelowPath() async throws {
        try await InProcessServer.withBandLibrary(environment: ["FERMATA_SERVE_PATH": "/fermata"]) { served in
            _ = try await served.get("/fermata/api/music")
            let text = try await served.get("/fermata/metrics").text
            #expect(text.contains(#"fermata_requests_total{kind="api",status="200"} 1"#))
            #expect(try await served.get("/fermata/metrics").text.contains(#"kind="monitoring",status="200"} 1"#))
        }
    }

    @Test("Given requests of each kind, then the metrics count them by status and by duration")
    func countsRequests() async throws {
        try await InProcessServer.withBandLibrary { served in
            for path in ["/", "/nothing", "/api/music", "/api/music", "/rest/ping", "/assets/fermata.css"] {
                _ = try await served.get(path)
            }
            let lines = Set(try await served.get("/metrics").text.split(separator: "\n").map(String.init))
            for line in [
                #"fermata_requests_total{kind="page",status="200"} 1"#,
                #"fermata_requests_total{kind="page",status="404"} 1"#,
                #"fermata_requests_total{kind="api",status="200"} 2"#,
                #"fermata_requests_total{kind="app",status="200"} 1"#,
                #"fermata_requests_total{kind="asset",status="200"} 1"#,
                #"fermata_request_duration_seconds_bucket{kind="api",le="+Inf"} 2"#,
                #"fermata_request_duration_seconds_count{kind="api"} 2"#,
                "# TYPE fermata_request_duration_seconds histogram",
            ] {
                #expect(lines.contains(line), "\(line)")
            }
            let buckets = lines.compactMap { line in
                line.firstMatch(of: /_bucket\{kind="page",le="([0-9.]+)"\} (\d+)/).flatMap { match in
                    Double(match.1).map { ($0, Int(match.2) ?? -1) }
                }
            }.sorted { $0.0 < $1.0 }
            #expect(buckets.count == 11 && zip(buckets, buckets.dropFirst()).allSatisfy { $0.1 <= $1.1 })
        }
    }
}
