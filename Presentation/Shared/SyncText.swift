/// Texts about syncs that several screens show.
enum SyncText {
    static let running = "Updating…"
}
