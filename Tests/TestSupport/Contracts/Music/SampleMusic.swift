public import FermataDomain

/// Music with difficult values: scripts, marks, equal names, numbers and missing values.
public enum SampleMusic {
    public static let all: [RemoteMusic] = [
        RemoteMusic(
            key: "1", title: "Changes", artist: "David Bowie", album: "Hunky Dory", duration: .seconds(217), disc: 1,
            track: 1, genre: "rock", artworkURL: "https://example.org/1.jpg", audioURL: "https://example.org/1.mp3",
            lyrics: "[00:01.00]Still don't know", explicit: .clean, popularity: 80,
            released: ReleaseDate(year: 1971, month: 12, day: 17)),
        RemoteMusic(
            key: "2", title: "Oh! You Pretty Things", artist: "David Bowie", album: "Hunky Dory",
            duration: .seconds(192), disc: 1, track: 2, popularity: 61.5, released: ReleaseDate(year: 1971, month: 12)),
        RemoteMusic(
            key: "3", title: "The Jean Genie", artist: "David Bowie", album: "Aladdin Sane", duration: .seconds(242),
            disc: 1, track: 10, released: ReleaseDate(year: 1973)),
        RemoteMusic(key: "4", title: "Hyperballad", artist: "Björk", album: "Post", track: 2, popularity: 70),
        RemoteMusic(key: "5", title: "Jóga", artist: "BJÖRK", album: "Homogenic", explicit: .clean, popularity: 70),
        RemoteMusic(
            key: "6", title: "We Wish You A Merry Christmas", artist: "챔버오케스트라", album: "캐롤 모음",
            duration: .seconds(198)),
        RemoteMusic(key: "7", title: "하드캐리 Hard Carry", artist: "GOT7", album: "FLIGHT LOG", explicit: .explicit),
        RemoteMusic(key: "8", title: "ガラスのPALM TREE", artist: "オメガトライブ", album: "Navigator"),
        RemoteMusic(key: "9", title: "君のハートはマリンブルー", artist: "オメガトライブ", album: "Never Ending Summer"),
        RemoteMusic(key: "10", title: "99 Problems", artist: "JAY-Z", album: "The Black Album", explicit: .explicit),
        RemoteMusic(key: "11", title: "9 to 5", artist: "Dolly Parton", album: "9 to 5 and Odd Jobs"),
        RemoteMusic(key: "12", title: "1999", artist: "Prince", album: "1999", popularity: 0),
        RemoteMusic(key: "13", title: "!!!", artist: "!!!", album: "🎄"),
        RemoteMusic(key: "14", title: "Don’t Stop", artist: "Fleetwood Mac", album: "Rumours"),
        RemoteMusic(key: "15", title: "Don't Stop", artist: "Fleetwood Mac", album: "Rumours"),
        RemoteMusic(key: "16", title: "Don't Stop", artist: "", album: ""),
        RemoteMusic(key: "17", title: "100%_[a]*?", artist: "Quote \"'; DROP TABLE music", album: "\\"),
        RemoteMusic(key: "18", title: "NUL\u{0}and\u{1B}[31mescape", artist: "\u{202E}reversed", album: "tab\there"),
        RemoteMusic(key: "19", title: "Слава", artist: "Аквариум", album: "Архив. История", duration: .seconds(36_000)),
        RemoteMusic(key: "20", title: "αβγ ΣΊΣΥΦΟΣ", artist: "Straße", album: "ﬁne №1 ½"),
    ]
}
