import FermataDomain
import FermataPresentation
import Foundation

/// Loads the artwork of the shown screen and encodes it for the terminal.
final class TUIArtworkLoader {
    private let getArtwork: GetArtworkUsecase
    private let colours: ColourDepth
    private let report: @Sendable (TUIProgram.Event) -> Void
    private var imageProtocol: TerminalImageProtocol
    private var requested: TUIArtworkFrame?
    private var hasRequestedAttributes = false
    /// Whether the terminal has not yet replied to the request for its attributes.
    private(set) var awaitsAttributes = false
    private var task: Task<Void, Never>?
    /// The encoded artwork of the last requested frame; nil until it is loaded, and if there is none.
    private(set) var drawn: DrawnArtwork?

    init(
        _ getArtwork: GetArtworkUsecase, capabilities: TerminalCapabilities,
        report: @escaping @Sendable (TUIProgram.Event) -> Void
    ) {
        self.getArtwork = getArtwork
        colours = capabilities.colours
        imageProtocol = colours == .none && capabilities.imageProtocol == .blocks ? .none : capabilities.imageProtocol
        self.report = report
    }

    /// Returns whether to ask the terminal for sixel support: once, before the first artwork.
    func shouldRequestAttributes(for frame: TUIArtworkFrame?) -> Bool {
        guard frame != nil, imageProtocol == .blocks, !hasRequestedAttributes else { return false }
        (hasRequestedAttributes, awaitsAttributes) = (true, true)
        return true
    }

    /// Switches to sixels if the terminal's attributes include them.
    func setAttributes(_ attributes: [Int]) {
        awaitsAttributes = false
        guard attributes.contains(TerminalModes.sixelAttribute), imageProtocol == .blocks else { return }
        imageProtocol = .sixel
        requested = nil
    }

    /// Starts to load the artwork of a frame, unless it is already requested; cancels the previous request.
    func request(_ frame: TUIArtworkFrame?, cell: CellSize) {
        guard frame != requested, imageProtocol != .none else { return }
        requested = frame
        drawn = nil
        task?.cancel()
        guard let frame else { return }
        task = Self.start(getArtwork, frame, imageProtocol, cell, colours, report)
    }

    /// Stores loaded artwork, if its frame is still requested.
    func setDrawn(_ artwork: DrawnArtwork, for frame: TUIArtworkFrame) {
        if frame == requested { drawn = artwork }
    }

    func cancel() { task?.cancel() }

    private static func start(
        _ getArtwork: GetArtworkUsecase, _ frame: TUIArtworkFrame, _ imageProtocol: TerminalImageProtocol,
        _ cell: CellSize, _ colours: ColourDepth, _ report: @escaping @Sendable (TUIProgram.Event) -> Void
    ) -> Task<Void, Never> {
        Task {
            // Without artwork, or after an error, the placeholder stays visible.
            let drawn = try? await draw(frame, from: getArtwork, using: imageProtocol, cell: cell, colours: colours)
            if let drawn, !Task.isCancelled { report(.artworkDrawn(drawn, for: frame)) }
        }
    }

    /// Returns nil if the music has no artwork or it cannot be decoded.
    private static func draw(
        _ frame: TUIArtworkFrame, from getArtwork: GetArtworkUsecase, using imageProtocol: TerminalImageProtocol,
        cell: CellSize, colours: ColourDepth
    ) async throws -> DrawnArtwork? {
        let size = max(frame.columns * cell.width, frame.lines * cell.height)
        guard let image = try await getArtwork.execute(frame.music) else { return nil }
        return try await ArtworkDecodingQueue.run {
            ArtworkDecoder.pixels(of: image, atLeast: size).flatMap { pixels in
                DrawnArtwork(
                    pixels, using: imageProtocol, columns: frame.columns, rows: frame.lines, cell: cell,
                    colours: colours)
            }
        }
    }
}
