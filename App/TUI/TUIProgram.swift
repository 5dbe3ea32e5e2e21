import FermataDomain
import FermataPresentation
import Foundation

/// The terminal user interface: passes events to the model, performs its effects, and draws its screens.
final class TUIProgram {
    /// How long to wait on exit for a reply of the terminal, which would otherwise appear at the shell's prompt.
    private static let replyTimeout = Duration.milliseconds(200)
    /// The time for changes at the end: a to-do may wait for the location of its address, and then for the library.
    private static let changeLimit = Duration.seconds(30)
    private let events = TUIEventQueue<Event>()
    private let terminal: TerminalSession
    private let tasks: TUITaskRunner
    private let effects: TUIEffectHandler
    private let artwork: TUIArtworkLoader
    private let player: TUIPlayer
    private let palette: Palette
    private let hasStrikethrough: Bool
    private let notes: Notes
    private let clock: any Clock<Duration>
    private var model: TUIModel
    private var renderer: TUIRenderer?
    private var isEnding = false

    init(_ services: TUIServices, capabilities: TerminalCapabilities) throws {
        let report: TUITaskRunner.Report = { [events] in events.add($0) }
        player = services.player
        terminal = try TerminalSession(beforeStop: { [player] in await player.pauseBeforeStop() }) {
            report(.terminal($0))
        }
        tasks = TUITaskRunner(report: report)
        effects = TUIEffectHandler(
            terminal: terminal, services: services, downloader: TUIDownloader(services, report: report), tasks: tasks)
        artwork = TUIArtworkLoader(services.artwork, capabilities: capabilities, report: report)
        palette = Palette(capabilities.colours, theme: services.theme.theme)
        hasStrikethrough = capabilities.hasStrikethrough
        (notes, clock) = (services.notes, services.clock)
        let text = TUITextLayout(
            width: DisplayWidth.of, wrap: { TextWrap.lines(of: $0, columns: $1) }, drawMap: { TextMap($0).lines },
            dateStyle: { [toDos = services.toDos] in toDos.value.dateStyle })
        let notice = [services.notice.text(for: .user), services.theme.notice].compactMap(\.self)
            .joined(separator: " ")
        model = TUIModel(
            columns: terminal.size.columns, rows: terminal.size.rows, text: text, forms: services.sources.forms,
            keys: services.theme.keys, notice: notice.isEmpty ? nil : notice, seed: .random(in: .min ... .max))
        let follower = LibraryChangeFollower(services.libraryChanges, clock: services.clock)
        tasks.start { report in try await follower.run { report(.model($0)) } }
        // Changes that cannot be sent now wait for the next sync, which reports errors.
        tasks.start { [deliveries = services.deliveries] _ in await deliveries.deliverContinuously { _ in } }
    }

    /// Shows the library until the user quits, then restores the terminal and waits for requested changes.
    ///
    /// Throws `LibraryError`, or `OutputError` if the terminal is closed.
    func run(until deadline: ShutdownDeadline) async throws {
        notes.redirect { [events] in events.add(.model(.notice($0))) }
        do {
            try terminal.open()
            await player.start { [events] in events.add(.model($0)) }
            perform(model.start())
            try draw()
            try await events.forEachBatch(handle)
            if artwork.awaitsAttributes {
                await events.wait(for: \.endsWaitForAttributes, timeout: Self.replyTimeout, clock: clock)
            }
        } catch {
            await end(until: deadline, after: error)
            deadline.cancel()
            throw error
        }
        let playerError = await end(until: deadline)
        if let failure = effects.failure ?? playerError {
            deadline.cancel()
            throw failure
        }
    }

    /// Restores the terminal, and waits for changes and what else runs.
    ///
    /// Returns the error if the music cannot play on in the background.
    @discardableResult
    private func end(until deadline: ShutdownDeadline, after error: (any Error)? = nil) async -> (any Error)? {
        // Started first, because writing to the terminal may block.
        // A player in the background may need a while to start.
        let isSlow = tasks.isChanging || effects.keepsPlaying || player.keepsPlaying
        deadline.start(after: isSlow ? Self.changeLimit : ShutdownDeadline.limit) { [tasks] in
            if let error = error ?? tasks.failure { return ProblemModel(error) }
            return tasks.isChanging ? ProblemModel(UnstoredChangeError()) : nil
        }
        terminal.close()
        notes.redirect(to: nil)
        artwork.cancel()
        await effects.end()
        do { try await player.end(keepsPlaying: effects.keepsPlaying) } catch { return error }
        return nil
    }

    /// Handles events and redraws once; returns false if the program ends.
    private func handle(_ batch: [Event]) throws -> Bool {
        for event in batch where !isEnding {
            switch event {
            case .model(let event): perform(model.handle(event))
            case .terminal(let message): try handle(message)
            case .artworkDrawn(let drawn, let frame): artwork.setDrawn(drawn, for: frame)
            case .failed(let error): throw error
            }
        }
        if !isEnding { try draw() }
        return !isEnding
    }

    private func handle(_ message: InputThread.Message) throws {
        switch message {
        case .inputs(let inputs): handle(inputs)
        case .resized: updateSize()
        case .suspend: terminal.suspend()
        case .resumed:
            if try terminal.resume() { updateSize() }
            Task { [player] in await player.resumeAfterStop() }
        case .ended: isEnding = true
        }
    }

    private func handle(_ inputs: [TerminalInput]) {
        for input in inputs where !isEnding {
            let hadPrompt = model.isPromptShown
            if let event = modelEvent(of: input) { perform(model.handle(event)) }
            // Alt with a key arrives as Escape and the key, which must not respond to the prompt that Escape opened.
            if input == .key(.escape), model.isPromptShown, !hadPrompt { break }
        }
    }

    private func modelEvent(of input: TerminalInput) -> TUIEvent? {
        switch input {
        case .attributes(let attributes):
            artwork.setAttributes(attributes)
            return nil
        case .key(let key): return .key(key)
        case .paste(let text): return .paste(text)
        case .wheel(let step): return .wheel(step)
        case .click(let column, let row): return renderer?.event(forClickAt: column, row: row)
        }
    }

    private func updateSize() {
        terminal.updateSize()
        perform(model.handle(.resized(columns: terminal.size.columns, rows: terminal.size.rows)))
    }

    private func perform(_ effects: [TUIEffect]) {
        for effect in effects { self.effects.perform(effect) }
        isEnding = isEnding || self.effects.isQuitting
    }

    private func draw() throws {
        let screen = model.screen
        if artwork.shouldRequestAttributes(for: screen.artwork) { try terminal.requestAttributes() }
        artwork.request(screen.artwork, cell: terminal.cellSize)
        let renderer = TUIRenderer(
            screen, columns: terminal.size.columns, rows: terminal.size.rows, palette: palette,
            hasStrikethrough: hasStrikethrough, artwork: artwork.drawn)
        self.renderer = renderer
        try terminal.draw(renderer.frame)
    }
}

extension TUIProgram {
    /// An event from outside the model.
    enum Event: Sendable {
        case model(TUIEvent)
        case terminal(InputThread.Message)
        case artworkDrawn(DrawnArtwork, for: TUIArtworkFrame)
        /// An error that ends the program.
        case failed(any Error)
    }
}

extension TUIProgram.Event {
    /// Whether the event carries the terminal's attributes, or shows that they will never arrive.
    var endsWaitForAttributes: Bool {
        switch self {
        case .terminal(.inputs(let inputs)): inputs.contains { if case .attributes = $0 { true } else { false } }
        case .terminal(.ended): true
        case .terminal(.resized), .terminal(.suspend), .terminal(.resumed), .model, .artworkDrawn, .failed: false
        }
    }
}

/// The display capabilities of a terminal.
struct TerminalCapabilities: Sendable {
    let colours: ColourDepth
    let imageProtocol: TerminalImageProtocol
    let hasStrikethrough: Bool

    /// Detects the capabilities from environment variables.
    init(environment: [String: String]) {
        colours = ColourDepth(environment: environment)
        imageProtocol = TerminalImageProtocol(environment: environment)
        hasStrikethrough = Terminal(environment: environment).canStrikeThrough
    }
}
