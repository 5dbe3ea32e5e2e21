package import FermataDomain
import Foundation

/// A JSON file of settings, of which one value changes and everything else stays as a person has written it.
package struct SettingsFile: Sendable {
    package enum Failure: Error, Equatable {
        /// The content is not a JSON object.
        case notAnObject
        case storage(StorageFailure)
    }

    private static let byteLimit = 1 << 20
    private let path: String

    package init(path: String) {
        self.path = path
    }

    /// Stores a value in JSON at a path of keys, or removes it if it is nil, and returns once this is durable.
    ///
    /// Creates the file and its folder if they are missing. Only the owner can read a new file, and one that
    /// `isPrivate`.
    package func set(_ keys: [String], to value: String?, isPrivate: Bool) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: DocumentPath.folder(of: path), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch { throw .storage(.folderNotCreated) }
        do {
            try FileLock.exclusively(at: path + ".lock") {
                let old = try content()
                var editor = try JSONObjectEditor(old ?? "{\n}\n")
                editor.set(keys, to: value)
                try write(editor.text, isPrivate: isPrivate || old == nil)
            }
        } catch let failure as Failure {
            throw failure
        } catch LibraryError.cannotWrite(_, let failure), ToDoDocumentError.cannotWrite(_, let failure) {
            throw .storage(failure)
        } catch {
            throw .storage(.unsupported)
        }
    }

    /// Returns nil if there is no file.
    private func content() throws(Failure) -> String? {
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            guard data.count <= Self.byteLimit else { throw Failure.notAnObject }
            return String(data: data, encoding: .utf8) ?? ""
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .storage(.unreadable)
        }
    }

    private func write(_ text: String, isPrivate: Bool) throws {
        let target = try DocumentPath.target(path, isPrivate: isPrivate)
        do {
            try target.write(Data(text.utf8), at: 0)
        } catch {
            try? target.discard()  // the first error is the cause
            throw error
        }
        try target.finish()
    }
}

/// Replaces, adds or removes one value in the text of a JSON object (RFC 8259).
package struct JSONObjectEditor {
    private struct Member {
        let key: String
        /// From the quote of the key to the end of the value.
        let range: Range<Int>
        let value: Range<Int>
    }

    private var bytes: [UInt8]

    /// Throws `SettingsFile.Failure.notAnObject` for any other text.
    package init(_ text: String) throws(SettingsFile.Failure) {
        bytes = Array(text.utf8)
        guard (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any] else { throw .notAnObject }
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Sets the value at a path of keys to a value in JSON; removes it if it is nil.
    ///
    /// A key with periods stands for several keys; a value that is given in both forms is left once.
    package mutating func set(_ keys: [String], to value: String?) {
        guard var start = bytes.firstIndex(of: ASCII.openBrace) else { return }
        var known = members(at: keys[...], ofObjectAt: start)
        while let (member, siblings) = known.last {
            if let value, known.count == 1 { return bytes.replaceSubrange(member.value, with: value.utf8) }
            remove(member, from: siblings)
            known = members(at: keys[...], ofObjectAt: start)
        }
        guard let value else { return }
        for (depth, key) in keys.enumerated() {
            let members = members(ofObjectAt: start)
            let rest = keys.dropFirst(depth + 1)
            guard let member = members.last(where: { $0.key == key }) else {
                return insert("\(Self.quoted(key)): \(Self.nested(value, in: rest))", members, start)
            }
            guard bytes[member.value.lowerBound] == ASCII.openBrace else {
                return bytes.replaceSubrange(member.value, with: Self.nested(value, in: rest).utf8)
            }
            start = member.value.lowerBound
        }
    }

    /// The members with the value of some keys, and the members beside each.
    private func members(at keys: ArraySlice<String>, ofObjectAt start: Int) -> [(Member, siblings: [Member])] {
        let siblings = members(ofObjectAt: start)
        return (1...keys.count).flatMap { count in
            let (key, rest) = (keys.prefix(count).joined(separator: "."), keys.dropFirst(count))
            return siblings.filter { $0.key == key }.flatMap { member in
                if rest.isEmpty { return [(member, siblings)] }
                let isObject = bytes[member.value.lowerBound] == ASCII.openBrace
                return isObject ? members(at: rest, ofObjectAt: member.value.lowerBound) : []
            }
        }
    }

    /// A value in objects with a key each.
    private static func nested(_ value: String, in keys: ArraySlice<String>) -> String {
        keys.reversed().reduce(value) { "{\(quoted($1)): \($0)}" }
    }

    /// A text as a JSON string.
    package static func quoted(_ text: String) -> String {
        let data = try? JSONSerialization.data(
            withJSONObject: text, options: [.fragmentsAllowed, .withoutEscapingSlashes])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }

    /// Adds a member after the last one, with the same white space before it.
    private mutating func insert(_ member: String, _ members: [Member], _ object: Int) {
        guard let last = members.last else {
            let end = skipSpace(from: object + 1)
            let hasLines = bytes[object..<end].contains(ASCII.newline)
            return bytes.replaceSubrange((object + 1)..<end, with: (hasLines ? "\n  \(member)\n" : member).utf8)
        }
        var space = last.range.lowerBound
        while ASCII.isSpace(bytes[space - 1]) { space -= 1 }
        let before = Array(bytes[space..<last.range.lowerBound])
        bytes.insert(
            contentsOf: [ASCII.comma] + (before.isEmpty ? [UInt8(ascii: " ")] : before) + Array(member.utf8),
            at: last.range.upperBound)
    }

    /// Removes a member and one comma.
    private mutating func remove(_ member: Member, from members: [Member]) {
        let index = members.firstIndex { $0.range == member.range } ?? 0
        if index + 1 < members.count {
            bytes.removeSubrange(member.range.lowerBound..<members[index + 1].range.lowerBound)
        } else {
            let start = index > 0 ? members[index - 1].range.upperBound : member.range.lowerBound
            bytes.removeSubrange(start..<member.range.upperBound)
        }
    }

    /// The members of the object at an index, which is valid JSON.
    private func members(ofObjectAt start: Int) -> [Member] {
        var members: [Member] = []
        var index = skipSpace(from: start + 1)
        while index < bytes.count, bytes[index] == ASCII.quote {
            let keyEnd = endOfValue(from: index)
            let value = skipSpace(from: skipSpace(from: keyEnd) + 1)
            let end = endOfValue(from: value)
            members.append(Member(key: Self.string(bytes[index..<keyEnd]), range: index..<end, value: value..<end))
            index = skipSpace(from: end)
            if index < bytes.count, bytes[index] == ASCII.comma { index = skipSpace(from: index + 1) }
        }
        return members
    }

    private static func string(_ quoted: ArraySlice<UInt8>) -> String {
        (try? JSONSerialization.jsonObject(with: Data(quoted), options: .fragmentsAllowed)) as? String ?? ""
    }

    private func skipSpace(from start: Int) -> Int {
        var index = start
        while index < bytes.count, ASCII.isSpace(bytes[index]) { index += 1 }
        return index
    }

    private func endOfValue(from start: Int) -> Int {
        bytes.withUnsafeBytes { bytes in
            var scanner = ValueScanner(first: bytes[start])
            return scanner?.end(in: bytes, from: start) ?? bytes.count
        }
    }
}
