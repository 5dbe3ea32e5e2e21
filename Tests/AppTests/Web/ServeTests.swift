import Foundation
import Testing

@Suite("Story: I serve my library", .timeLimit(.minutes(3)))
struct ServeTests {
    @Test("Given HTTP/1.0, then the response has no chunks and ends the connection")
    func closesHTTP10Connections() async throws {
        try await ServerProcess.withBandLibrary { served in
            for fields in ["", "Connection: keep-alive\r\n"] {
                try await RawConnection.with(port: served.port) { connection in
                    try await connection.send("GET / HTTP/1.0\r\nHost: \(served.authority)\r\n\(fields)\r\n")
                    try await connection.waitForClose()
                    let text = connection.text
                    #expect(text.hasPrefix("HTTP/1.0 200 OK\r\n") && text.hasSuffix("</html>\n"), "\(text)")
                    #expect(text.lowercased().contains("\r\nconnection: close\r\n"))
                    #expect(!text.lowercased().contains("transfer-encoding"))
                }
            }
        }
    }

    @Test("Given a library, when I serve it, then the first line printed is the address")
    func printsAddress() async throws {
        try await SharedLibrary.band.withCopy { program in
            let outcome = try await ServerProcess.run(program) { served in
                let response = try await served.get("/api")
                #expect(try response.object()["name"] as? String == "Fermata")
            }
            #expect(outcome.code == 0)
            #expect(outcome.output.contains(/^http:\/\/127\.0\.0\.1:\d+\/\n$/))
            #expect(outcome.errors.isEmpty)
        }
    }

    @Test("Given an IPv6 address, then the server answers there")
    func servesIPv6() async throws {
        try await SharedLibrary.band.withCopy { program in
            let outcome = try await ServerProcess.run(program, ["--host", "::1"]) { served in
                let connection = try await RawConnection(port: served.port, host: "::1")
                try await connection.send("GET /api HTTP/1.1\r\nHost: [::1]:\(served.port)\r\n\r\n")
                #expect(try await connection.response().status == 200)
                await connection.close()
            }
            #expect(outcome.output.hasPrefix("http://[::1]:"))
        }
    }

    @Test(
        "Given all addresses of the computer, then the printed one is reachable",
        arguments: [("0.0.0.0", "127.0.0.1"), ("::", "localhost"), ("0:0::0", "localhost")])
    func printsReachableAddress(host: String, shown: String) async throws {
        try await SharedLibrary.band.withCopy { program in
            var program = program
            program.environment["FERMATA_SERVE_TOKEN"] = "correct-horse-battery-staple"
            let outcome = try await ServerProcess.run(program, ["--host", host]) { served in
                for address in ["127.0.0.1", "127.0.0.2"] {
                    let connection = try await RawConnection(port: served.port, host: address)
                    try await connection.send("GET /api HTTP/1.1\r\nHost: \(address):\(served.port)\r\n\r\n")
                    #expect(try await connection.response().status == 401)
                    await connection.close()
                }
                #expect(try await served.get("/api", ["Host": "\(shown):\(served.port)"]).status == 401)
            }
            #expect(outcome.output.hasPrefix("http://\(shown):"))
        }
    }

    @Test("Given a port in use, then the error says what to do")
    func reportsPortInUse() async throws {
        try await ServerProcess.withBandLibrary { served in
            let outcome = try await served.program.run("serve --port \(served.port)")
            #expect(outcome.code == 69)
            #expect(
                outcome.errors.contains(
                    "Cannot listen on 127.0.0.1:\(served.port): the address is in use. Choose another port"))
            #expect(outcome.output.isEmpty)
        }
    }

    @Test("Given an address of another computer, then the error names it")
    func rejectsForeignAddress() async throws {
        var program = try Program()
        program.environment["FERMATA_SERVE_TOKEN"] = "correct-horse-battery-staple"
        try await program.createLibrary()
        let outcome = try await program.run("serve --port 0 --host 192.0.2.1")
        #expect(outcome.code == 69)
        #expect(outcome.errors.contains("192.0.2.1"))
        #expect(try await program.run("serve --port 70000").code == 64)
        #expect(try await program.run(words: ["serve", "--host", ""]).code == 64)
    }

    @Test(
        "Given open connections, when a signal stops the server, then it ends in order",
        arguments: [SIGTERM, SIGINT])
    func stopsOnSignal(signal: Int32) async throws {
        try await SharedLibrary.band.withCopy { program in
            var program = program
            // Longer than the test waits for the end, which must not wait for idle connections.
            program.environment["FERMATA_SERVE_TIMEOUT"] = "600"
            let served = try await ServerProcess(program)
            let connections = [
                "GET /api/events", "GET /api/music", "POST /api/to-dos",
            ].map { line in
                Task {
                    let connection = try await RawConnection(port: served.port)
                    let rest =
                        line.hasPrefix("POST") ? "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{" : "\r\n"
                    try await connection.send("\(line) HTTP/1.1\r\nHost: \(served.authority)\r\n\(rest)")
                    return connection
                }
            }
            let listening = try await connections[0].value
            try await listening.wait(for: "event: library")
            #expect(try await connections[1].value.response().status == 200)
            let slow = try await connections[2].value
            let outcome = await served.stop(with: signal)
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(outcome.errors.isEmpty)
            try await listening.waitForClose()
            #expect(listening.text.hasSuffix("0\r\n\r\n"))
            try await slow.waitForClose()
        }
    }

    @Test("Given a sync that never ends, when a signal stops the server, then it ends nevertheless with 0")
    func stopsDespiteEndlessSync() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, _ in
            var program = program
            program.environment["FERMATA_LOCK_TIMEOUT"] = "3600"
            let served = try await ServerProcess(program)
            let listening = try await served.subscribe()
            try await listening.wait(for: "event: library")
            try await LibraryFile(path: program.library).withWriteLock {
                _ = try await served.send("POST", "/api/sync")
                try await listening.wait(for: "\"isRunning\":true")
                let outcome = await served.stop()
                #expect(outcome.code == 0)
                #expect(outcome.errors.isEmpty)
            }
        }
    }

    @Test("Given a killed server, then changes it confirmed are stored")
    func survivesKill() async throws {
        try await SharedLibrary.band.withCopy { program in
            let served = try await ServerProcess(program)
            let id = try await served.id("perfect")
            #expect(try await served.send("PUT", "/api/music/\(id)/bookmark").status == 200)
            #expect(await served.stop(with: SIGKILL).code == -9)
            try await ServerProcess.run(program) { served in
                let response = try await served.get("/api/music?bookmarked=true")
                #expect(try response.column("id") == [id])
            }
        }
    }

    @Test("Given a closed output, then the server does not run")
    func requiresOutput() async throws {
        let program = try Program()
        try await program.createLibrary()
        let line = "'\(Program.executable.path)' serve --port 0 --library '\(program.library)' >&-"
        let outcome = try await RunningProgram.tool(["sh", "-c", line]).outcome()
        #expect(outcome.code == 74, "\(outcome.errors)")
    }
}
