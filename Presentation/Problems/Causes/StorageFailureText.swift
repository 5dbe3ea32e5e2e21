package import FermataDomain

/// The words for a storage failure, as a clause: "the disk is full".
package struct StorageFailureText: Equatable, Sendable {
    package let text: String

    package init(_ failure: StorageFailure) {
        text =
            switch failure {
            case .full: "the disk is full"
            case .readOnly: "it is read-only"
            case .readOnlyFolder: "its folder is read-only"
            case .permission: "permission is denied"
            case .unreadable: "it cannot be read"
            case .missing: "the file does not exist"
            case .folderMissing: "its folder does not exist"
            case .folderNotCreated: "its folder cannot be created"
            case .notAFolder: "a part of its path is a file, not a folder"
            case .isFolder: "it is a folder"
            case .nameInUse: "another file has its name"
            case .nameTooLong: "its name is too long for this disk"
            case .tooLarge: "it is too large for this disk"
            case .linkLoop: "its symbolic links form a loop"
            case .removed: "it was removed while in use"
            case .changed: "it changed while in use"
            case .locked: "other programs are writing it"
            case .exists: "it exists already"
            case .notEmpty: "it is not empty"
            case .isLibrary: "it is the library itself"
            case .notOpen: "it is not open for this use"
            case .pipeClosed: "the reader has closed the pipe"
            case .unsupported: "this kind of file cannot be used"
            case .tooManyOpenFiles: "too many files are open"
            case .hardware: "the disk reports an error"
            case .notALibrary: "it is not a Fermata library"
            case .notRepairable(let cause): "it is damaged and cannot be repaired: \(StorageFailureText(cause).text)"
            case .other(let text): text
            }
    }
}
