import FermataDomain
import FermataPresentation
import Testing

@Suite("The pages of accounts")
struct AccountsPageModelTests {
    private static let anna = Account(name: "Anna Å", isAdmin: true, hasPassword: true, keyCount: 2)
    private static let kid = Account(name: "kid", age: 12, library: "k1")
    private static let rows = [anna, kid].map(AccountCellModel.init)

    @Test("an administrator adds and removes accounts; another person has the own one only", arguments: [true, false])
    func limitsActions(isAdministrator: Bool) {
        let access: AccountAccess = isAdministrator ? .owner : .account(Self.kid)
        let model = AccountsPageModel(isAdministrator ? Self.rows : [Self.rows[1]], for: access)
        #expect(
            model.title == AccountsPageModel.link.title
                && model.countText == (isAdministrator ? "2 accounts" : "1 account"))
        #expect((model.form != nil) == isAdministrator)
        #expect(model.rows.allSatisfy { ($0.removal != nil) == isAdministrator })
        #expect(AccountAccess.account(Self.anna).isAdministrator && !AccountAccess.account(Self.kid).isAdministrator)
    }

    @Test("a row says what the account may do and how it signs in")
    func describesRows() throws {
        let pages = AccountsPageModel(Self.rows, for: .owner).rows
        #expect(
            pages.map(\.detailText) == [
                "administrator, signs in with: password, 2 API keys", "age 12, signs in with: nothing",
            ])
        #expect(pages.map(\.address.description) == ["/accounts/Anna%20%C3%85", "/accounts/kid"])
        #expect(pages[0].accessibilityLabel == "Anna Å, administrator, signs in with: password, 2 API keys")
        #expect(pages[1].lines.map(\.text) == ["listener", "12", "nothing", "k1"])
        #expect(pages[0].lines.map(\.label) == ["Role", "Signs in with", "Library"])
        #expect(pages[0].newKey.address.description == "/accounts/Anna%20%C3%85/keys")
        #expect(
            Self.rows.map(\.changedText) == [
                "“Anna Å” is an administrator now.", "“kid” is a listener of age 12 now.",
            ])
        #expect(pages[0].keyRemoval?.address.description == "/api/accounts/Anna%20%C3%85/keys")
        #expect(pages[1].keyRemoval == nil)
        #expect(pages[0].removal?.address.description == "/api/accounts/Anna%20%C3%85")
        #expect(pages[1].removalQuestion.contains("bookmarks") && !pages[0].removalQuestion.contains("bookmarks"))
    }

    @Test("the first account needs a name and a password; others have more")
    func makesForms() throws {
        let first = try #require(AccountsPageModel([], for: .owner).form)
        #expect(first.fields.map(\.key) == ["name", "password"] && first.fields.allSatisfy(\.isRequired))
        #expect(first.hint.contains("everybody has to sign in"))
        #expect(first.next == .accounts)
        let other = try #require(AccountsPageModel(Self.rows, for: .owner).form)
        #expect(other.fields.map(\.key) == ["name", "password", "age", "admin"])
        #expect(other.fields.last?.choices.map(\.value) == ["false", "true"] && other.fields.last?.text == "false")
        #expect(other.target.description == "/api/accounts" && other.isNew)
        let all = AccountPageModel(Self.rows[1], for: .owner).form
        #expect(
            all.fields.map(\.key) == ["age", "admin", "password"] && all.fields.map(\.text) == ["12", "false", ""])
        #expect(!all.fields.contains { $0.isRequired } && all.target.description == "/api/accounts/kid")
        let password = AccountPageModel(Self.rows[1], for: .account(Self.kid)).form
        #expect(password.fields.map(\.isSecret) == [true] && !password.isNew)
        #expect(password.target.description == "/api/accounts/kid")
    }

    @Test("the page to sign in asks for an account or the token, and says what was wrong")
    func asksForCredentials() {
        let texts = [(true, false), (false, true), (false, false)].map {
            SignInPageModel(hasAccounts: $0.0, hasToken: $0.1).text
        }
        #expect(
            texts == [
                "Sign in with your account.", "This server requires its token.",
                "This server has no accounts yet. Add one at its computer: fermata user add NAME",
            ])
        let wrong = SignInPageModel(hasAccounts: true, hasToken: true, failure: .account("No."))
        #expect(wrong.text == "No." && SignInPageModel.signedIn("a") == "Signed in as “a”")
        #expect(NewKeyPageModel("k", of: "kid").link.address.description == "/accounts/kid")
    }
}
