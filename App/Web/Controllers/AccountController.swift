import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Lists, adds, changes and removes accounts, as far as the account that makes the request may do that.
struct AccountController {
    let accounts: AccountsDataSource
    let signIn: ServerSignIn

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("accounts", use: list)
            .post("accounts", use: add)
            .get("accounts/:name") { request, context in
                try await Response.row(request) {
                    try await accounts.limited(to: context.access).find(try context.parameter("name"))
                }
            }
            .patch("accounts/:name", use: change)
            .delete("accounts/:name", use: remove)
            .post("accounts/:name/keys", use: addKey)
            .delete("accounts/:name/keys", use: removeKeys)
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(request)
        try parameters.end()
        let rows = try await accounts.limited(to: context.access).accounts()
        return .rows(rows, at: "/api/accounts", of: rows.count, in: .all, parameters)
    }

    /// The person who adds the first account stays signed in.
    private func add(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["name", "password", "age", "admin"])
        let accounts = accounts.limited(to: context.access)
        let row = try await accounts.add(
            body["name"] ?? "", age: try age(body["age"]), isAdmin: try body["admin"].map(flag) ?? false,
            password: body["password"])
        var headers: HTTPFields = [.location: PageAddress.api(ofAccount: row.name).description]
        if context.account == nil, row.hasPassword, try await accounts.accounts().count == 1 {
            headers[.setCookie] = try await signIn.cookie(of: row.account, request, context)
        }
        return .changed(RowsJSON.object(row), status: .created, headers: headers)
    }

    private func change(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["age", "admin", "password"])
        let edit = AccountEdit(
            age: try body["age"].map { try age($0) }, isAdmin: try body["admin"].map(flag),
            password: body["password"])
        let name = try context.parameter("name")
        let row = try await accounts.limited(to: context.access).change(name, by: edit)
        var headers: HTTPFields = [:]
        // The session of the browser has ended with its password.
        if let own = context.account, own.hasName(name), edit.password != nil {
            headers[.setCookie] = try await signIn.cookie(of: row.account, request, context)
        }
        return .changed(RowsJSON.object(row), headers: headers)
    }

    private func remove(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        _ = try await accounts.limited(to: context.access).remove(try context.parameter("name")) { _ in true }
        return Response(status: .noContent)
    }

    private func addKey(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let key = try await accounts.limited(to: context.access).addKey(to: try context.parameter("name"))
        return .changed(JSONText.object([NamedValue("key", .text(key))]) + "\n".utf8, status: .created)
    }

    private func removeKeys(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        _ = try await accounts.limited(to: context.access).removeKeys(of: try context.parameter("name"))
        return Response(status: .noContent)
    }

    private func age(_ text: String?) throws -> Int? {
        guard let text, !text.isEmpty else { return nil }
        guard let age = Int(digits: text) else { throw AccountError.invalidAge }
        return age
    }

    private func flag(_ text: String) throws -> Bool {
        switch text {
        case "false": false
        case "true": true
        default: throw Problem(.badRequest, "The member “admin” must be “true” or “false”.", field: "admin")
        }
    }
}

/// Serves the list of accounts, the page of one account, and the page that shows a new API key once.
struct AccountPageController {
    let accounts: AccountsDataSource
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.getPage("accounts", renderer) { parameters, context in
            try parameters.end()
            let model = AccountsPageModel(
                try await accounts.limited(to: context.access).accounts(), for: context.access)
            return Page(
                title: model.title, countText: model.countText, content: model.html,
                form: model.form?.html)
        }
        .getPage("accounts/:name", renderer) { parameters, context in
            try parameters.end()
            let row = try await accounts.limited(to: context.access).find(try context.parameter("name"))
            let model = AccountPageModel(row, for: context.access)
            return Page(
                title: model.title, countText: nil, content: model.html, form: model.form.html)
        }
        .post("accounts/:name/keys") { request, context in
            let name = try context.parameter("name")
            let model = NewKeyPageModel(
                try await accounts.limited(to: context.access).addKey(to: name), of: name)
            return try await renderer.response(to: request) { parameters in
                try parameters.end()
                return Page(title: model.title, countText: nil, content: model.html)
            }
            .unstored
        }
    }
}

extension WebContext {
    /// What the person who makes the request may do with accounts.
    var access: AccountAccess { account.map(AccountAccess.account) ?? .owner }
}
