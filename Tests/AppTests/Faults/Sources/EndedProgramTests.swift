#if os(Linux)
    import Foundation
    import TestTraits
    import Testing

    @Suite("A source whose program ends while the computer is busy")
    struct EndedProgramTests {
        /// After a read that found nothing, the thread does not run for a while.
        private static let slowPoll = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <poll.h>
            #include <unistd.h>

            int poll(struct pollfd *files, nfds_t count, int timeout) {
                int (*next)(struct pollfd *, nfds_t, int) = dlsym(RTLD_NEXT, "poll");
                int result = next(files, count, timeout);
                if (result == 0 && timeout == 100) usleep(400000);
                return result;
            }
            """

        @Test("Given a program that writes its last song just before it ends, then no song is removed")
        func readsLastOutput() async throws {
            var program = try Program()
            let script = program.home.appending(path: "catalogue").path
            let songs = ["One", "Two"].map { #"{"id": "\#($0)", "title": "\#($0)", "artist": "A", "duration": 9}"# }
            try writeExecutable("#!/bin/sh\necho '\(songs[0])'\nsleep 0.15\necho '\(songs[1])'\n", to: script)
            try await program.run("source add command \(script) --name catalogue")
            #expect(try await program.spawn("sync").code == 0)
            #expect(try await program.column("title", "list --sort title") == ["One", "Two"])
            program.environment["LD_PRELOAD"] = try compile(Self.slowPoll, in: program.home)
            let outcome = try await program.spawn("sync")
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(try await program.column("title", "list --sort title") == ["One", "Two"])
        }

        /// Returns the path of a library made of C.
        private func compile(_ source: String, in folder: URL) throws -> String {
            let (file, library) = (folder.appending(path: "slow.c"), folder.appending(path: "slow.so").path)
            try Data(source.utf8).write(to: file)
            let compiler = Process()
            compiler.executableURL = URL(filePath: "/usr/bin/env")
            compiler.arguments = ["clang", "-shared", "-fPIC", "-o", library, file.path, "-ldl"]
            try compiler.run()
            compiler.waitUntilExit()
            try #require(compiler.terminationStatus == 0)
            return library
        }
    }
#endif
