import Foundation

extension SearchTerm {
    /// Returns whether a song meets the condition, or does not meet it if the term is negated.
    func matches(_ music: Music) -> Bool { condition.matches(music) != isNegated }
}

extension SearchTerm.Condition {
    fileprivate func matches(_ music: Music) -> Bool {
        switch self {
        case .text(let field, let word): field.names(of: music).contains { SearchText([$0]).contains(word) }
        case .number(let number, let range): number.value(of: music).map(range.contains) ?? false
        case .state(.bookmarked): music.isBookmarked
        case .state(.downloaded): music.isDownloaded
        case .state(.explicit): music.explicit == .explicit
        case .state(.clean): music.explicit == .clean
        case .state(.played): music.plays > 0
        }
    }
}

extension SearchField {
    fileprivate func names(of music: Music) -> [String] {
        switch self {
        case .anywhere: [music.title, music.artist, music.album]
        case .title: [music.title]
        case .artist: [music.artist]
        case .album: [music.album]
        case .genre: music.genre.map { [$0] } ?? []
        case .source: music.sources
        }
    }
}

extension SearchNumber {
    fileprivate func value(of music: Music) -> Int? {
        switch self {
        case .year: music.released?.year
        case .added: Int(saturating: music.added.timeIntervalSince1970.rounded(.down))
        case .duration: Int(music.duration.components.seconds)
        }
    }
}
