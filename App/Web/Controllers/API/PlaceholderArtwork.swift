import Hummingbird

/// The image that is shown for music without artwork: a fermata.
enum PlaceholderArtwork {
    static func response(lifetime: String) -> Response {
        .buffered(svg.utf8, type: "image/svg+xml", lifetime: lifetime)
    }

    static let svg = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="No picture">\
        <rect width="64" height="64" fill="#8884"/>\
        <path d="M14 40a18 18 0 0 1 36 0h-3a15 13 0 0 0-30 0z" fill="#888"/><circle cx="32" cy="38" r="3" fill="#888"/>\
        </svg>

        """
}
