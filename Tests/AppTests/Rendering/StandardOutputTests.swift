import Foundation
import Testing
import FermataApp

@Suite("Standard output")
struct StandardOutputTests {
    @Test("small writes are buffered")
    func buffersWrites() throws {
        let pipe = Pipe()
        let output = StandardOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        try output.write(Array("abc".utf8))
        #expect(bytesWaiting(in: pipe) == 0)
        try output.flush()
        #expect(bytesWaiting(in: pipe) == 3)
    }

    @Test("bytes that a full pipe refuses follow in order", arguments: [false, true])
    func retriesFullPipe(isNonblocking: Bool) async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        if isNonblocking { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let writer = Thread {
            let output = StandardOutput(descriptor: descriptor)
            for start in stride(from: 0, to: bytes.count, by: 10_000) {
                try? output.write(Array(bytes[start..<start + 10_000]))
            }
            try? output.flush()
            // If the descriptor were closed by number, the handle could later close another file.
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        let read = pipe.fileHandleForReading.readDataToEndOfFile()
        #expect(read.elementsEqual(bytes))
    }

    @Test("a closed reader is reported as closed")
    func reportsClosedReader() throws {
        signal(SIGPIPE, SIG_IGN)
        let (reader, writer) = try socketPair()
        defer { for socket in [reader, writer] { close(socket) } }
        // A process that a parallel test starts may have a copy of the descriptor, which `close` would leave open.
        #expect(shutdown(reader, Int32(SHUT_RD)) == 0)
        let output = StandardOutput(descriptor: writer)
        try output.write([1])
        #expect(throws: OutputError.closed) { try output.flush() }
        try output.flush()
    }

    @Test("an unwritable device is an error with its reason")
    func reportsUnwritableDevice() throws {
        let pipe = Pipe()
        let output = StandardOutput(descriptor: pipe.fileHandleForReading.fileDescriptor)
        try output.write([1])
        #expect(throws: OutputError.failed(reason: "Bad file descriptor")) { try output.flush() }
    }

    #if os(Linux)
        @Test("a full disk is an error with its reason")
        func reportsFullDisk() throws {
            let device = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let output = StandardOutput(descriptor: device.fileDescriptor)
            #expect(throws: OutputError.failed(reason: "No space left on device")) {
                try output.write(Array(repeating: 0, count: 1 << 16))
            }
        }
    #endif

    /// Returns a pair of connected sockets.
    private func socketPair() throws -> (reader: Int32, writer: Int32) {
        var pair: [Int32] = [0, 0]
        #if os(Linux)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let result = socketpair(AF_UNIX, kind, 0, &pair)
        try #require(result == 0)
        return (pair[0], pair[1])
    }

    private func bytesWaiting(in pipe: Pipe) -> Int32 {
        var count: Int32 = 0
        _ = ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count)
        return count
    }
}
