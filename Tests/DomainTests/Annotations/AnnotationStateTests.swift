import FermataDomain
import Testing

@Suite("The state of a star or rating")
struct AnnotationStateTests {
    @Test("a bookmark waits for the source, and a change back before it is sent cancels it")
    func cancelsUnsentChange() {
        var state = StarState(known: false)
        state.set(true, number: 1)
        #expect(state.isWaiting && state.change == .init(number: 1))
        state.set(false, number: 2)
        #expect(state == StarState(known: false))
    }

    @Test("a change back after the first one was sent waits, too", arguments: [false, true])
    func sendsChangeBack(isAccepted: Bool) {
        var state = StarState(known: false)
        state.set(true, number: 1)
        state.send()
        if isAccepted { state.accept(true, number: 1, next: 9) }
        state.set(false, number: 2)
        #expect(state.change == .init(number: 2, delivery: .sent))
    }

    @Test("an accepted change waits no longer, and again if the source does not show it")
    func verifiesAcceptedChange() {
        var state = StarState(known: false)
        state.set(true, number: 1)
        state.send()
        state.accept(true, number: 1, next: 9)
        #expect(!state.isWaiting)
        var lost = state
        lost.read(false, number: 9)
        #expect(lost.isWaiting && lost.value)
        state.read(true, number: 9)
        #expect(state == StarState(true, known: true))
    }

    @Test("a delivery of an earlier change makes the later one wait again", arguments: [false, true])
    func resendsLaterChange(isFailed: Bool) {
        var state = StarState(known: false)
        state.set(true, number: 1)
        state.send()
        state.set(false, number: 2)
        if isFailed { state.fail(true, next: 3) } else { state.accept(true, number: 1, next: 3) }
        #expect(state.change == .init(number: 3, delivery: .sent))
    }

    @Test("a song that the source no longer has waits no longer, and its bookmark stays")
    func endsChangeOfMissingSong() {
        var state = StarState(known: true)
        state.set(true, number: 1)
        state.set(false, number: 2)
        state.set(true, number: 3)
        state.forget()
        state.set(false, number: 4)
        state.set(true, number: 5)
        state.miss(true, number: 4)
        #expect(state.isWaiting)
        state.miss(true, number: 5)
        #expect(state == StarState(true, known: false))
    }

    @Test(
        "at the first read, a star or a bookmark overrides the lack of one", arguments: [false, true], [false, true])
    func mergesAtFirstRead(isBookmarked: Bool, isStarred: Bool) {
        var state = StarState(isBookmarked)
        state.read(isStarred, number: 7)
        #expect(state.value == (isBookmarked || isStarred) && state.known == isStarred)
        #expect(state.isWaiting == (isBookmarked && !isStarred))
    }

    @Test("later, the bookmark follows the source unless a change waits")
    func followsSource() {
        var state = StarState(true, known: true)
        state.read(false, number: 7)
        #expect(state == StarState(known: false))
        state.set(true, number: 8)
        state.read(false, number: 9)
        #expect(state.value && state.change == .init(number: 8))
    }

    @Test("a song without a star that joins a bookmarked one is sent at the next read")
    func sendsBookmarkOfJoinedSong() {
        var state = StarState(true, known: false)
        state.join()
        state.read(false, number: 7)
        #expect(state.isWaiting)
        var starred = StarState(true, known: true)
        starred.join()
        #expect(starred == StarState(true, known: true))
    }

    @Test("at the first read, a rating overrides the lack of one; different ones stay")
    func mergesRatingsAtFirstRead() {
        var unrated = RatingState()
        unrated.read(.four, number: 7)
        #expect(unrated == RatingState(.four, known: .four))
        var rated = RatingState(.two)
        rated.read(nil, number: 7)
        #expect(rated == RatingState(.two, known: .some(nil), change: .init(number: 7)))
        var different = RatingState(.two)
        different.read(.four, number: 7)
        #expect(different == RatingState(.two, known: .four))
        different.set(.four, number: 8)
        #expect(different == RatingState(.four, known: .four))
    }

    @Test("a rating replaces an earlier one, that of the source only until both are equal")
    func replacesRating() {
        var state = RatingState(.three, known: .three)
        state.set(.five, number: 1)
        state.set(.one, number: 2)
        #expect(state.change == .init(number: 2))
        state.read(.four, number: 3)
        #expect(state.value == .one && state.isWaiting)
        state.set(nil, number: 4)
        state.read(nil, number: 5)
        #expect(state == RatingState(known: .some(nil)))
        state.read(.two, number: 6)
        #expect(state == RatingState(.two, known: .two))
    }
}
