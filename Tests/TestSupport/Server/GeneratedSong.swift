/// Generates distinct songs, numbered from 1.
package enum GeneratedSong {
    /// Returns a record with its newline.
    package static func line(_ number: Int) -> String {
        """
        {"id": "g\(number)", "singer": "Singer \(number % 97)", "album": "Album \(number % 997)", \
        "title": "Song \(number)", "duration": \(60 + number % 300), "image": "covers/g\(number).jpg", \
        "file": "audio/g\(number).mp3", "lyrics": "", "popularity": \(number % 100), "released": "2019-06-14"}

        """
    }

    /// Returns a number of records, one per line.
    package static func ndjson(count: Int) -> String {
        count > 0 ? (1...count).map(line).joined() : ""
    }
}

extension GeneratedSong {
    /// Returns the titles of the songs whose title, artist or album contains a word.
    package static func titles(_ numbers: ClosedRange<Int>, with word: String) -> [String] {
        numbers.filter { "Song \($0) Singer \($0 % 97) Album \($0 % 997)".contains(word) }.map { "Song \($0)" }
    }
}
