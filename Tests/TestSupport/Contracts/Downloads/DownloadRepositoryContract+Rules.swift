import FermataDomain
import Foundation
import Testing

extension DownloadRepositoryContract {
    private static let tune = Data("a tune of some length".utf8)

    static let requestRules: [Rule] = [
        rule("stores each request once, in the order requested") { subject, music in
            try await subject.downloads.request([music[3].id, music[1].id])
            try await subject.downloads.request([music[1].id, music[2].id])
            #expect(try await subject.another.pending() == [music[3].id, music[1].id, music[2].id])
            #expect(
                try await subject.another.states(of: [music[0].id, music[1].id]) == [music[1].id: .waiting])
        },
        rule("throws for a request of unknown music and stores none") { subject, music in
            await #expect(throws: MusicError.notFound(MusicID(7).description)) {
                try await subject.downloads.request([music[0].id, MusicID(7)])
            }
            let pending = try await subject.downloads.pending()
            #expect(pending.isEmpty)
        },
        rule("keeps failed downloads pending, last after a new request") { subject, music in
            _ = try await subject.downloads.file(music[1]).fail(.status(404))
            try await subject.downloads.request([music[2].id])
            #expect(try await subject.downloads.pending() == [music[1].id, music[2].id])
            try await subject.downloads.request([music[1].id])
            #expect(try await subject.downloads.pending() == [music[2].id, music[1].id])
            let states = try await subject.downloads.states(of: music.map(\.id))
            #expect(states == [music[1].id: .waiting, music[2].id: .waiting])
        },
        rule("ignores a request of a stored download") { subject, music in
            _ = try await subject.downloads.download(music[0], tune)
            try await subject.downloads.request([music[0].id, music[1].id])
            #expect(try await subject.downloads.pending() == [music[1].id])
            let states = try await subject.downloads.states(of: music.map(\.id))
            #expect(states == [music[0].id: .downloaded, music[1].id: .waiting])
        },
    ]

    static let writeRules: [Rule] = [
        rule("stores the bytes and returns file, length and digest") { subject, music in
            let download = try await subject.downloads.download(music[0], tune)
            #expect(download.music.id == music[0].id && download.music.isDownloaded)
            #expect(download.state == .downloaded)
            #expect(download.received == tune.count && download.length == Int64(tune.count))
            #expect(download.digest == SHA256.hexadecimal(of: tune))
            #expect(subject.content(download) == tune)
            #expect(try await subject.another.pending().isEmpty)
            guard case .existing(let found) = try await subject.another.begin(music[0]) else {
                Issue.record("it is downloaded again")
                return
            }
            #expect(found == download)
        },
        rule("reports progress while it runs") { subject, music in
            let file = try await subject.downloads.file(music[0])
            #expect(try await subject.downloads.states(of: [music[0].id]) == [music[0].id: .downloading(fraction: nil)])
            try await file.fill(tune.prefix(4), total: 16)
            #expect(
                try await subject.downloads.states(of: [music[0].id]) == [music[0].id: .downloading(fraction: 0.25)])
            #expect(try await subject.downloads.pending() == [music[0].id])
            try await file.release()
            #expect(try await subject.downloads.states(of: [music[0].id]) == [music[0].id: .waiting])
        },
        rule("removes several downloads at once, and ignores music without one") { subject, music in
            try await subject.downloads.request(music.map(\.id))
            try await subject.downloads.remove(music.prefix(2).map(\.id) + [MusicID(7), music[0].id])
            #expect(try await subject.another.states(of: music.map(\.id)).count == music.count - 2)
        },
        rule("resumes stored bytes after a release or a failure") { subject, music in
            for fails in [false, true] {
                try await subject.downloads.remove([music[0].id])
                let file = try await subject.downloads.file(music[0])
                #expect(try await file.part == nil)
                try await file.fill(tune.prefix(8), total: tune.count)
                if fails { _ = try await file.fail(.truncated) } else { try await file.release() }
                let next = try await subject.another.file(music[0])
                #expect(try await next.part == AudioPart(length: 8, version: "1", total: Int64(tune.count)))
                try await next.fill(tune.dropFirst(8), from: 8, digest: SHA256.digest(of: tune))
                #expect(try await subject.content(next.finish()) == tune)
            }
        },
        rule("resumes stored bytes within one run after each interruption") { subject, music in
            let file = try await subject.downloads.file(music[0])
            for offset in stride(from: 0, to: tune.count, by: 8) {
                #expect(try await file.part?.length ?? 0 == offset)
                try await file.fill(tune.dropFirst(offset).prefix(8), from: offset, total: tune.count)
            }
            #expect(try await file.finish().digest == SHA256.hexadecimal(of: tune))
        },
        rule("discards stored bytes if the source starts again") { subject, music in
            let file = try await subject.downloads.file(music[0])
            try await file.fill(Data("something else, and longer than that".utf8), version: "0")
            try await file.fill(tune)
            #expect(try await subject.content(file.finish()) == tune)
        },
        rule("discards bytes behind the position from which the source resumes") { subject, music in
            let file = try await subject.downloads.file(music[0])
            try await file.fill(tune.prefix(8) + Data("wrong".utf8), total: tune.count)
            try await file.fill(tune.dropFirst(8), from: 8)
            #expect(try await subject.content(file.finish()) == tune)
        },
        rule("has no partial audio without a version") { subject, music in
            let file = try await subject.downloads.file(music[0])
            try await file.fill(tune.prefix(8), version: nil, total: tune.count)
            #expect(try await file.part == nil)
            try await file.release()
            #expect(try await subject.downloads.file(music[0]).part == nil)
        },
    ]

    static let endRules: [Rule] = [
        rule("rejects and discards bytes that do not match the source's statement") { subject, music in
            let right = SHA256.digest(of: tune)
            let fillings: [@Sendable (any DownloadFile) async throws -> Void] = [
                { try await $0.fill(tune, total: tune.count + 1, digest: right) },
                { try await $0.fill(tune, total: tune.count - 1, digest: right) },
                { try await $0.fill(tune.reversed() + Data(), digest: right) },
                { try await $0.fill(Data()) },
                { _ in },
            ]
            for fill in fillings {
                let file = try await subject.downloads.file(music[0])
                try await fill(file)
                let failure = await #expect(throws: SourceFailure.self) { _ = try await file.finish() }
                #expect(failure?.kind == .badData)
                let download = try await file.fail(.content(.wrongDigest))
                #expect(download.state == .failed(.content(.wrongDigest)))
                #expect(download.file == nil && download.received == 0)
                #expect(try await subject.another.file(music[0]).part == nil)
            }
        },
        rule("reports why a download failed, until it succeeds") { subject, music in
            for cause in [SourceFailureCause.status(404), .timedOut(after: .seconds(2)), .other("“\u{1B}[31m”")] {
                _ = try await subject.downloads.file(music[0]).fail(cause)
                #expect(try await subject.another.states(of: [music[0].id]) == [music[0].id: .failed(cause)])
            }
            #expect(try await subject.another.pending() == [music[0].id])
            #expect(try await subject.another.download(music[0], tune).state == .downloaded)
        },
        rule("stores the result even in a cancelled task") { subject, music in
            let file = try await subject.downloads.file(music[0])
            try await file.fill(tune.prefix(8), total: tune.count)
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await file.release()
            }.value
            #expect(try await subject.another.file(music[0]).part?.length == 8)
        },
        rule("removes a download with its file or partial file, or does nothing") { subject, music in
            let stored = try await subject.downloads.download(music[0], tune)
            let file = try await subject.downloads.file(music[1])
            try await file.fill(tune.prefix(8), total: tune.count)
            try await file.release()
            for music in music.prefix(3) { try await subject.downloads.remove([music.id]) }
            #expect(try await subject.another.states(of: music.map(\.id)).isEmpty)
            #expect(subject.content(stored) == nil)
            #expect(try await subject.another.file(music[1]).part == nil)
        },
        rule("does not store a download that is removed while it runs") { subject, music in
            let file = try await subject.downloads.file(music[0])
            try await file.fill(tune)
            try await subject.another.remove([music[0].id])
            #expect(try await file.finish().state == .notDownloaded)
            #expect(try await subject.another.states(of: [music[0].id]).isEmpty)
            #expect(try await subject.another.check().isEmpty)
        },
    ]

    static let concurrencyRules: [Rule] = [
        rule("waits while another program runs the same download and finds it finished") { subject, music in
            let file = try await subject.downloads.file(music[0])
            let other = Task { try await subject.another.begin(music[0]) }
            try await file.fill(tune)
            let download = try await file.finish()
            guard case .existing(let found) = try await other.value else {
                Issue.record("it is downloaded twice")
                return
            }
            #expect(found == download)
        },
        rule("resumes where another program released a download") { subject, music in
            let file = try await subject.downloads.file(music[0])
            let other = Task { try await subject.another.file(music[0]) }
            try await file.fill(tune.prefix(8), total: tune.count)
            try await file.release()
            let next = try await other.value
            #expect(try await next.part?.length == 8)
            try await next.fill(tune.dropFirst(8), from: 8)
            #expect(try await subject.content(next.finish()) == tune)
        },
        rule("stops waiting for another program in a cancelled task") { subject, music in
            let file = try await subject.downloads.file(music[0])
            for delay in [Duration.zero, .milliseconds(50)] {
                let other = Task { try await subject.another.begin(music[0]) }
                try await Task.sleep(for: delay)
                other.cancel()
                await #expect(throws: CancellationError.self) { _ = try await other.value }
            }
            try await file.release()
        },
        rule("emits each change that it makes") { subject, music in
            var changes = subject.downloads.changes().makeAsyncIterator()
            try await subject.downloads.request([music[0].id])
            _ = try await subject.downloads.download(music[0], tune)
            try await subject.downloads.remove([music[0].id])
            _ = try await subject.downloads.file(music[0]).fail(.other("no"))
            var states: [DownloadState] = []
            while states.last != .failed(.other("no")), let change = await changes.next() {
                #expect(change.id == music[0].id && change.music.isDownloaded == (change.state == .downloaded))
                states.append(change.state)
            }
            let moves = states.compactMap { state in
                if case .downloading(let fraction) = state { return fraction }
                return Double?.none
            }
            #expect(moves == moves.sorted() && moves.last == 1 && moves.count > 1)
            let others = states.filter { if case .downloading = $0 { false } else { true } }
            #expect(others == [.waiting, .downloaded, .notDownloaded, .failed(.other("no"))])
        },
    ]

    static let listRules: [Rule] = [
        rule("lists downloads in every state by title, within filter and window") { subject, music in
            for music in music { try await subject.downloads.request([music.id]) }
            _ = try await subject.downloads.download(music[4], tune)
            for filter in ExplicitFilter.allCases {
                let allowed = music.count { filter.allows($0.explicit) }
                #expect(try await subject.another.count(allowing: filter) == allowed)
                for window in [Window(), Window(offset: 2, limit: 3), Window(offset: 100, limit: 1), Window(limit: 0)] {
                    let expected = MusicQuery(explicit: filter, window: window).results(from: music)
                    let listed = try await subject.another.downloads(allowing: filter, window: window)
                    #expect(listed.map(\.id) == expected.map(\.id))
                    #expect(listed.map(\.music.title) == expected.map(\.title))
                    #expect(listed.allSatisfy { $0.state == ($0.id == music[4].id ? .downloaded : .waiting) })
                }
            }
        },
        rule("hides downloads of music that left the library until it returns") { subject, music in
            let download = try await subject.downloads.download(music[0], tune)
            let rest = SampleMusic.all.filter { $0.title != music[0].title }
            _ = try await subject.library.refresh("radio", with: rest)
            #expect(try await subject.downloads.downloads(allowing: .all, window: Window()).isEmpty)
            #expect(try await subject.downloads.check().isEmpty)
            _ = try await subject.library.refresh("radio", with: SampleMusic.all)
            let listed = try await subject.downloads.downloads(allowing: .all, window: Window())
            #expect(listed.map(\.id) == [download.id])
            #expect(listed.map(\.file) == [download.file] && listed.map(\.state) == [.downloaded])
        },
        rule("reports no issue if there is none") { subject, music in
            _ = try await subject.downloads.download(music[0], tune)
            try await subject.downloads.request([music[1].id])
            let file = try await subject.downloads.file(music[2])
            try await file.fill(tune.prefix(8), total: tune.count)
            #expect(try await subject.another.check().isEmpty)
            try await file.release()
            #expect(try await subject.another.check().isEmpty)
            #expect(try await subject.another.file(music[2]).part?.length == 8)
        },
        rule("reports missing or changed files once and can download them again") { subject, music in
            let downloads = try await withDownloads(of: Array(music.prefix(3)), in: subject)
            let files = downloads.compactMap(\.file)
            try FileManager.default.removeItem(atPath: files[0])
            try Data("spoilt".utf8).write(to: URL(filePath: files[1]))
            let findings = try await subject.another.check()
            let found = Dictionary(findings.map { ($0.music, $0.kind) }) { first, _ in first }
            #expect(found == [music[0].id: .missing, music[1].id: .changed] && findings.count == 2)
            #expect(try await subject.another.states(of: music.map(\.id)) == [music[2].id: .downloaded])
            #expect(try await subject.another.check().isEmpty)
            #expect(try await subject.content(subject.another.download(music[1], tune)) == tune)
        },
    ]

    static let groupRemovalRules: [Rule] = [
        rule("removes failed downloads and no other, and returns their number") { subject, music in
            _ = try await subject.downloads.download(music[0], tune)
            for song in music[1...2] {
                let file = try await subject.downloads.file(song)
                try await file.fill(tune.prefix(8), total: tune.count)
                _ = try await file.fail(.truncated)
            }
            try await subject.downloads.request([music[3].id])
            let running = try await subject.downloads.file(music[4])
            #expect(try await subject.another.remove(.failed, allowing: .all) == 2)
            #expect(
                try await subject.downloads.states(of: music.map(\.id)) == [
                    music[0].id: .downloaded, music[3].id: .waiting, music[4].id: .downloading(fraction: nil),
                ])
            try await running.release()
            #expect(try await subject.downloads.pending() == [music[3].id, music[4].id])
            #expect(try await subject.downloads.check().isEmpty)
            #expect(try await subject.downloads.file(music[1]).part == nil)
            #expect(try await subject.downloads.remove(.failed, allowing: .all) == 0)
        },
        rule("removes failed downloads of the music that the filter allows") { subject, music in
            for song in music { _ = try await subject.downloads.file(song).fail(.status(404)) }
            var left = music
            for filter in [ExplicitFilter.cleanOnly, .notExplicit, .all] {
                let removed = left.filter { filter.allows($0.explicit) }
                #expect(try await subject.downloads.remove(.failed, allowing: filter) == removed.count)
                left.removeAll { filter.allows($0.explicit) }
                let states = try await subject.another.states(of: music.map(\.id))
                #expect(Set(states.keys) == Set(left.map(\.id)))
            }
        },
        rule("removes failed downloads of unknown music if the filter allows all") { subject, music in
            let song = try #require(music.first { $0.explicit == .clean })
            _ = try await subject.downloads.file(song).fail(.status(404))
            _ = try await subject.library.refresh("radio", with: SampleMusic.all.filter { $0.title != song.title })
            for filter in [ExplicitFilter.cleanOnly, .notExplicit] {
                #expect(try await subject.downloads.count(of: .failed, allowing: filter) == 0)
                #expect(try await subject.downloads.remove(.failed, allowing: filter) == 0)
            }
            #expect(try await subject.downloads.count(of: .failed, allowing: .all) == 1)
            #expect(try await subject.downloads.pending() == [song.id])
            #expect(try await subject.downloads.remove(.failed, allowing: .all) == 1)
            #expect(try await subject.downloads.pending().isEmpty)
        },
        rule("removes many failed downloads and emits each change") { subject, music in
            for song in music { _ = try await subject.downloads.file(song).fail(.truncated) }
            var changes = subject.downloads.changes().makeAsyncIterator()
            #expect(try await subject.downloads.remove(.failed, allowing: .all) == music.count)
            var removed: Set<MusicID> = []
            while removed.count < music.count, let change = await changes.next() {
                #expect(change.state == .notDownloaded)
                removed.insert(change.id)
            }
            #expect(removed == Set(music.map(\.id)))
        },
        rule("counts and removes downloads of removed music if the filter allows all music") { subject, music in
            let first = music.count - 3
            let removed = try await withDownloads(of: [music[first], music[first + 1]], in: subject)
            let other = try await subject.downloads.download(music[0], tune)
            try await subject.downloads.request([music[first + 2].id])
            let titles = Set(music[first...].map(\.title))
            _ = try await subject.library.refresh("radio", with: SampleMusic.all.filter { !titles.contains($0.title) })
            for filter in [ExplicitFilter.cleanOnly, .notExplicit] {
                #expect(try await subject.downloads.count(of: .ofRemovedMusic, allowing: filter) == 0)
                #expect(try await subject.downloads.remove(.ofRemovedMusic, allowing: filter) == 0)
            }
            #expect(try await subject.downloads.count(of: .ofRemovedMusic, allowing: .all) == 3)
            #expect(subject.content(removed[0]) == tune)
            #expect(try await subject.another.remove(.ofRemovedMusic, allowing: .all) == 3)
            #expect(try await subject.downloads.states(of: music.map(\.id)) == [music[0].id: .downloaded])
            for download in removed { #expect(subject.content(download) == nil) }
            #expect(subject.content(other) == tune)
            #expect(try await subject.downloads.remove(.ofRemovedMusic, allowing: .all) == 0)
        },
    ]

    private static func withDownloads(of music: [Music], in subject: DownloadSubject) async throws -> [Download] {
        var downloads: [Download] = []
        for music in music { downloads.append(try await subject.downloads.download(music, tune)) }
        return downloads
    }
}
