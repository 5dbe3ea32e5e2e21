import FermataDomain
import FermataPresentation
import Foundation

/// The browser on a terminal: hands what happens to the model, does what it asks for, and draws what it shows.
final class TUIProgram {
    /// How long an answer of the terminal is waited for, which would stand at the shell’s prompt if it came later.
    private static let patience = Duration.milliseconds(200)
    private static let text = TUITextLayout(
        wrap: { TextWrap.lines(of: $0, columns: $1) }, map: { TextMap($0).lines })
    private let queue = BatchQueue<Event>()
    private let pipe: WakePipe
    private let terminal: FullScreen
    private let thread: InputThread
    private let performer: TUIEffectHandler
    private let palette = Palette(Terminal.colourDepth)
    private let hasStrikethrough = Terminal.canStrikeThrough
    private let pictures: TUIArtwork
    private var size: (columns: Int, rows: Int)
    private var model: TUIModel
    private var drawing: TUIRenderer?
    private var isEnding = false

    /// Throws `CommandError` where there is no terminal.
    init(_ app: Composition, jobs: Int) throws {
        pipe = try WakePipe()
        terminal = try FullScreen(wakeEnd: pipe.writeEnd)
        thread = InputThread(pipe: pipe) { [queue] in queue.add(.terminal($0)) }
        performer = TUIEffectHandler(app, jobs: jobs) { [queue] in queue.add($0) }
        pictures = TUIArtwork(
            app.artwork, by: Terminal.pictureProtocol, colours: Terminal.colourDepth
        ) { [queue] in queue.add($0) }
        size = terminal.size
        model = TUIModel(columns: size.columns, rows: size.rows, text: Self.text)
    }

    /// Shows the library until the person leaves; the terminal is then as it was.
    ///
    /// Changes that were asked for are made before this returns. Throws `LibraryError`, or `OutputError` for a terminal
    /// that has gone.
    func run() async throws {
        do {
            try terminal.take()
            thread.start()
            perform(model.begin())
            try draw()
            try await queue.forEachBatch(take)
            if pictures.awaitsAnswer { await queue.wait(atMost: Self.patience) { $0.isAnswer } }
            leaveTerminal()
        } catch {
            leaveTerminal()
            pictures.end()
            await performer.end()
            throw error
        }
        pictures.end()
        await performer.end()
        if let failure = performer.failure { throw failure }
    }

    /// From now on what is typed is for whoever has the terminal next.
    private func leaveTerminal() {
        terminal.end()
        thread.end()
    }

    /// Answers whether there is more to come.
    private func take(_ batch: [Event]) throws -> Bool {
        for happening in batch where !isEnding {
            switch happening {
            case .event(let event): perform(model.take(event))
            case .terminal(let message): try take(message)
            case .pictured(let place, let picture): pictures.take(picture, for: place)
            case .failed(let error): throw error
            }
        }
        if !isEnding { try draw() }
        return !isEnding
    }

    private func take(_ message: InputThread.Message) throws {
        switch message {
        case .inputs(let inputs):
            for input in inputs where !isEnding {
                let wasAsking = model.isAsking
                if let event = event(of: input) { perform(model.take(event)) }
                // A key with Alt comes as Escape and the key, which is no answer to what Escape asks.
                if input == .key(.escape), model.isAsking, !wasAsking { break }
            }
        case .resized: resize()
        case .suspend: suspend()
        case .resumed:
            guard TerminalSignals.hasTerminal else { return }
            try terminal.take()
            resize()
        case .ended: isEnding = true
        }
    }

    private func event(of input: TerminalInput) -> TUIEvent? {
        switch input {
        case .attributes(let attributes):
            pictures.takeAnswer(attributes)
            return nil
        case .key(let key): return .key(key)
        case .paste(let text): return .paste(text)
        case .wheel(let step): return .wheel(step)
        case .click(let column, let row): return drawing?.event(forClickAt: column, row: row)
        }
    }

    private func resize() {
        size = terminal.size
        terminal.forget()
        perform(model.take(.resized(columns: size.columns, rows: size.rows)))
    }

    private func suspend() {
        terminal.giveBack()
        thread.stopProgram()
    }

    private func perform(_ effects: [TUIEffect]) {
        for effect in effects {
            switch effect {
            case .quit: isEnding = true
            case .interrupt: kill(getpid(), SIGINT)
            case .suspend: suspend()
            case .redraw: terminal.forget()
            default: performer.perform(effect)
            }
        }
    }

    private func draw() throws {
        let screen = model.screen
        if pictures.wantsToKnow(screen.picture) { try terminal.ask(TerminalModes.question) }
        pictures.show(screen.picture, cell: terminal.cell)
        let drawing = TUIRenderer(
            screen, columns: size.columns, rows: size.rows, palette: palette,
            hasStrikethrough: hasStrikethrough, picture: pictures.drawn)
        self.drawing = drawing
        try terminal.show(drawing.frame)
    }
}
