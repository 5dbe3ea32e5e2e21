import FermataData
import FermataDomain
import Foundation
import TestTraits
import Testing

@Suite("The file of settings")
struct SettingsFileTests {
    @Test(
        "one value changes, and the rest stays as it was written",
        arguments: [
            ("{}", "age", "12", #"{"age": 12}"#), ("{\n}\n", "age", "12", "{\n  \"age\": 12\n}\n"),
            (#"{"age":9,"x":[1,{"a":"}"}]}"#, "age", "12", #"{"age":12,"x":[1,{"a":"}"}]}"#),
            ("{\n\t\"x\" : null ,\n\t\"age\" : 9\n}", "age", "12", "{\n\t\"x\" : null ,\n\t\"age\" : 12\n}"),
            ("{\n    \"x\": 1\n}", "age", "12", "{\n    \"x\": 1,\n    \"age\": 12\n}"),
            (#"{"http": {"x": "\"]"}}"#, "http.attempts", "5", #"{"http": {"x": "\"]", "attempts": 5}}"#),
            (#"{"age": 1}"#, "http.attempts", "5", #"{"age": 1, "http": {"attempts": 5}}"#),
            (#"{"http": 7, "age": 1}"#, "http.attempts", "5", #"{"http": {"attempts": 5}, "age": 1}"#),
            (#"{"\u0061ge": 1, "b": -1.5e3 }"#, "age", "2", #"{"\u0061ge": 2, "b": -1.5e3 }"#),
            (#"{"b": true , "age": 1}"#, "b", "false", #"{"b": false , "age": 1}"#),
            (#"{"http.attempts": 3, "b": 1}"#, "http.attempts", "5", #"{"http.attempts": 5, "b": 1}"#),
            (#"{"a": {"b.c": 3}}"#, "a.b.c", "5", #"{"a": {"b.c": 5}}"#),
            (#"{"http": {"attempts": 2}, "http.attempts": 3}"#, "http.attempts", "5", #"{"http": {"attempts": 5}}"#),
        ])
    func changesOneValue(old: String, name: String, value: String, new: String) throws {
        var editor = try JSONObjectEditor(old)
        editor.set(name.split(separator: ".").map(String.init), to: value)
        #expect(editor.text == new)
    }

    @Test(
        "a removed value takes one comma with it",
        arguments: [
            (#"{"age": 1}"#, "age", "{}"), (#"{"age": 1, "b": 2}"#, "age", #"{"b": 2}"#),
            (#"{"a": 1, "age": 1, "b": 2}"#, "age", #"{"a": 1, "b": 2}"#),
            ("{\n  \"a\": 1,\n  \"age\": 1\n}", "age", "{\n  \"a\": 1\n}"), (#"{"a": 1}"#, "age", #"{"a": 1}"#),
            (#"{"http": {"a": 1, "b": 2}}"#, "http.b", #"{"http": {"a": 1}}"#),
            (#"{"http": 1}"#, "http.b", #"{"http": 1}"#),
            (#"{"http.b": 1, "http": {"b": 2, "c": 3}, "b": 4}"#, "http.b", #"{"http": {"c": 3}, "b": 4}"#),
            (#"{"a": 1, "a": 2}"#, "a", "{}"),
        ])
    func removesValue(old: String, name: String, new: String) throws {
        var editor = try JSONObjectEditor(old)
        editor.set(name.split(separator: ".").map(String.init), to: nil)
        #expect(editor.text == new)
    }

    @Test("each change leaves valid JSON with the other values", arguments: 0..<60)
    func leavesValidJSON(seed: Int) throws {
        let names = ["age", "http.attempts", "http.a.b", "serve.token", "x"]
        var editor = try JSONObjectEditor(["{}", "{\n}\n", #"{"x": {"y": ["{", 1]}, "http": {}}"#][seed % 3])
        var expected: [String: String] = [:]
        for step in 0..<12 {
            let name = names[(seed * 7 + step * 5 + step * step) % names.count]
            let value = (seed + step).isMultiple(of: 4) ? nil : JSONObjectEditor.quoted("v\(step)\"\\ü")
            editor.set(name.split(separator: ".").map(String.init), to: value)
            expected[name] = value == nil ? nil : "v\(step)\"\\ü"
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(editor.text.utf8)) as? [String: Any], "\(editor.text)")
            for (name, value) in expected { #expect(Self.value(at: name, in: object) == value, "\(editor.text)") }
        }
    }

    @Test("other content than an object is refused, and stays", arguments: ["", "[1]", "{", "7", #"{"a": }"#])
    func refusesOtherContent(content: String) throws {
        try withFolder { folder in
            let path = folder.appending(path: "config.json").path
            try Data(content.utf8).write(to: URL(filePath: path))
            #expect(throws: SettingsFile.Failure.notAnObject) {
                try SettingsFile(path: path).set(["age"], to: "12", isPrivate: false)
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
        }
    }

    @Test("a new file is private; an existing one has its mode until it stores a secret")
    func setsMode() throws {
        try withFolder { folder in
            let path = folder.appending(path: "new/config.json").path
            try SettingsFile(path: path).set(["age"], to: "12", isPrivate: false)
            #expect(try Self.mode(of: path) == 0o600)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            try SettingsFile(path: path).set(["age"], to: "13", isPrivate: false)
            #expect(try Self.mode(of: path) == 0o644)
            try SettingsFile(path: path).set(["serve", "token"], to: "\"x\"", isPrivate: true)
            #expect(try Self.mode(of: path) == 0o600)
            let content = try String(contentsOfFile: path, encoding: .utf8)
            #expect(content == "{\n  \"age\": 13,\n  \"serve\": {\"token\": \"x\"}\n}\n")
        }
    }

    @Test("the target of a symbolic link changes, and the link stays")
    func followsLink() throws {
        try withFolder { folder in
            let (link, file) = (folder.appending(path: "config.json").path, folder.appending(path: "mine.json").path)
            try Data("{}".utf8).write(to: URL(filePath: file))
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "mine.json")
            try SettingsFile(path: link).set(["age"], to: "12", isPrivate: false)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == #"{"age": 12}"#)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "mine.json")
        }
    }

    private static func value(at name: String, in object: [String: Any]) -> String? {
        var value: Any? = object
        for key in name.split(separator: ".") { value = (value as? [String: Any])?[String(key)] }
        return value as? String
    }

    private static func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = URL.ofTest()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }
}
