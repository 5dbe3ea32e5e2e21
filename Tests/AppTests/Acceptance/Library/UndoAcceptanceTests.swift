import Foundation
import Testing

@Suite("Story: I undo what I changed by mistake")
struct UndoAcceptanceTests {
    @Test("Given bookmarks set with one command, when I undo, then all are removed at once")
    func undoesBookmarks() async throws {
        try await SharedLibrary.story.withCopy { program in
            let ids = try await program.column("id", "list")
            try await program.run("bookmark \(ids[0]) \(ids[1])")
            try await program.run("unbookmark \(ids[1])")
            let first = try await program.run("undo")
            #expect(first.code == 0 && first.errors.contains("Undone: removed the bookmark of “99 Problems”"))
            #expect(try await program.column("title", "list --bookmarked") == ["9 to 5", "99 Problems"])
            let second = try await program.run("undo --json --fields action,count,title")
            #expect(second.output == "[\n{\"action\":\"bookmark\",\"count\":2,\"title\":\"9 to 5\"}\n]\n")
            #expect(try await program.column("title", "list --bookmarked").isEmpty)
            let third = try await program.run("undo")
            #expect(third.code == 66 && third.errors.contains("There is nothing to undo."))
        }
    }

    @Test("Given changed to-dos, when I undo each change, then the list is as it was")
    func undoesToDos() async throws {
        try await SharedLibrary.story.withCopy { program in
            try await program.run(words: ["todo", "add", "Gig", "--due", "2026-12-24"])
            try await program.run("todo add Record")
            let before = try await program.run("todo --json").output
            try await program.run("todo check 1")
            try await program.run("todo edit 2 --title Album")
            try await program.run("todo remove 1 2 --force")
            let listed = try await program.run("undo --list --plain --fields action,count,title")
            #expect(
                listed.lines == ["remove\t2\tGig", "edit\t1\tRecord", "check\t1\tGig", "add\t1\tRecord", "add\t1\tGig"])
            for _ in 1...3 { #expect(try await program.run("undo").code == 0) }
            #expect(try await program.run("todo --json").output == before)
        }
    }

    @Test("Given a changed queue, when I undo each change, then the queue and earlier ratings are as before")
    func undoesQueue() async throws {
        try await SharedLibrary.story.withCopy { program in
            let ids = try await program.column("id", "list")
            try await program.run("rate 3 \(ids[0])")
            try await program.run("player add \(ids[0]) \(ids[1])")
            let before = try await program.column("number", "player queue")
            try await program.run("player move 2 --before 1")
            try await program.run("player remove 1")
            try await program.run("player clear")
            let listed = try await program.run("undo --list --plain --fields action,count,title")
            #expect(
                listed.lines == [
                    "clearQueue\t1\t", "removeFromQueue\t1\t", "moveInQueue\t1\t", "addToQueue\t2\t",
                    "rate\t1\t9 to 5",
                ])
            #expect(try await program.run("undo").errors.contains("Undone: cleared the queue."))
            #expect(try await program.column("number", "player queue") == ["2"])
            #expect(try await program.run("undo").errors.contains("Undone: removed 1 song from the queue."))
            #expect(try await program.column("number", "player queue") == ["2", "1"])
            #expect(try await program.run("undo").code == 0)
            #expect(try await program.column("number", "player queue") == before)
            #expect(try await program.run("undo").errors.contains("Undone: added 2 songs to the queue."))
            #expect(try await program.column("number", "player queue") == [])
            #expect(try await program.column("rating", "list 9 to 5").first?.isEmpty == false)
        }
    }

    @Test("Given an unknown field, then a command is refused before it changes anything")
    func changesNothingForUnknownField() async throws {
        try await SharedLibrary.story.withCopy { program in
            let id = try #require(try await program.column("id", "list").first)
            try await program.run("todo add Gig")
            for command in ["bookmark \(id)", "todo add Other", "todo check 1", "todo edit 1 --title x", "undo"] {
                #expect(try await program.run("\(command) --json --fields bar").code == 64, "\(command)")
            }
            let set = try await program.run("source set radio --name other --json --fields bar")
            #expect(set.code == 64)
            #expect(try await program.column("action", "undo --list") == ["add"])
            #expect(try await program.column("name", "source list") == ["radio"])
        }
    }

    @Test("Given changes of explicit songs, then a young listener cannot see or undo them")
    func hidesChanges() async throws {
        try await SharedLibrary.story.withCopy { program in
            let id = try #require(try await program.column("id", "list problems").first)
            try await program.run("bookmark \(id)")
            try await program.run("todo add Hear --music \(id)")
            let listed = try await program.run("undo --list --age 12")
            #expect(listed.output.isEmpty && listed.errors.contains("There is nothing to undo."))
            #expect(try await program.run("undo --age 12").code == 66)
            #expect(try await program.column("title", "list --bookmarked") == ["99 Problems"])
        }
    }
}
