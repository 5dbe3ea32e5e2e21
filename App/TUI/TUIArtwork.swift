import FermataDomain
import FermataPresentation
import Foundation

/// Gets the picture that the screen has a place for, and draws it as the terminal can.
final class TUIArtwork {
    private let artwork: GetArtworkUsecase
    private let colours: ColourDepth
    private let report: @Sendable (TUIProgram.Event) -> Void
    private var drawing: TerminalImageProtocol
    private var asked: TUIPicture?
    private var hasAskedTerminal = false
    /// Whether the terminal was asked, and has not answered.
    private(set) var awaitsAnswer = false
    private var task: Task<Void, Never>?
    /// The picture for the place that was asked for last; nil until there is one, and where there is none.
    private(set) var drawn: DrawnArtwork?

    init(
        _ artwork: GetArtworkUsecase, by drawing: TerminalImageProtocol, colours: ColourDepth,
        report: @escaping @Sendable (TUIProgram.Event) -> Void
    ) {
        self.artwork = artwork
        self.drawing = colours == .none && drawing == .blocks ? .none : drawing
        self.colours = colours
        self.report = report
    }

    /// Whether the terminal is to be asked if it knows sixels: once, and before the first picture.
    func wantsToKnow(_ place: TUIPicture?) -> Bool {
        guard place != nil, drawing == .blocks, !hasAskedTerminal else { return false }
        (hasAskedTerminal, awaitsAnswer) = (true, true)
        return true
    }

    /// The terminal says what it can do: where it knows sixels, pictures are drawn so from now on.
    func takeAnswer(_ attributes: [Int]) {
        awaitsAnswer = false
        guard attributes.contains(TerminalModes.sixels), drawing == .blocks else { return }
        drawing = .sixel
        asked = nil
    }

    /// Begins to get the picture of a place, where it is not the one that was asked for.
    func show(_ place: TUIPicture?, cell: CellSize) {
        guard place != asked, drawing != .none else { return }
        asked = place
        drawn = nil
        task?.cancel()
        guard let place else { return }
        task = Self.task(for: place, artwork, drawing, cell, colours, report)
    }

    /// Takes a picture, if its place is still there.
    func take(_ picture: DrawnArtwork, for place: TUIPicture) {
        if place == asked { drawn = picture }
    }

    func end() { task?.cancel() }

    private static func task(
        for place: TUIPicture, _ artwork: GetArtworkUsecase, _ drawing: TerminalImageProtocol, _ cell: CellSize,
        _ colours: ColourDepth, _ report: @escaping @Sendable (TUIProgram.Event) -> Void
    ) -> Task<Void, Never> {
        Task {
            let drawn = await draw(place, from: artwork, by: drawing, cell: cell, colours: colours)
            if let drawn, !Task.isCancelled { report(.pictured(place, drawn)) }
        }
    }

    /// Nil where there is none, or where it cannot be had: the frame in its place says so.
    private static func draw(
        _ place: TUIPicture, from artwork: GetArtworkUsecase, by drawing: TerminalImageProtocol, cell: CellSize,
        colours: ColourDepth
    ) async -> DrawnArtwork? {
        do {
            let size = max(place.columns * cell.width, place.lines * cell.height)
            guard let picture = try await artwork.execute(place.music) else { return nil }
            return try await ArtworkDecodingQueue.run {
                ArtworkDecoder.pixels(of: picture, atLeast: size).flatMap { pixels in
                    DrawnArtwork(
                        pixels, by: drawing, columns: place.columns, rows: place.lines, cell: cell, colours: colours)
                }
            }
        } catch {
            return nil
        }
    }
}
