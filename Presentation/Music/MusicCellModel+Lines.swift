extension MusicCellModel {
    /// All that is known of the music, line by line, each with its label; what is not there is left out.
    package var lines: [(label: String, text: String)] {
        MusicField.allCases.compactMap { field in value(of: field).text.map { (field.rawValue, $0) } }
    }
}
