import FermataPresentation

extension SignInPageModel {
    /// The page to sign in, which needs no script. `root` precedes the addresses of the server.
    func html(below root: HTML) -> HTML {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(Self.signIn) – Fermata</title>
        <link rel="icon" href="\(root)/assets/fermata.svg" type="image/svg+xml">
        <link rel="stylesheet" href="\(root)/assets/fermata.css">
        </head>
        <body>
        <main class="sign-in">
        <h1>Fermata</h1>
        <p role="status"\(failure.map { _ in " class=\"problem\"" as HTML })>\(text)</p>
        \(hasAccounts ? accountForm(below: root) : nil)\
        \(hasToken ? tokenForm(below: root) : nil)</main>
        </body>
        </html>

        """
    }

    private func accountForm(below root: HTML) -> HTML {
        """
        <form method="post" action="\(root)/">
        <p><label for="sign-in-name">\(Self.name)</label>
        <input id="sign-in-name" name="name" required autofocus autocomplete="username" dir="auto" spellcheck="false"></p>
        <p><label for="sign-in-password">\(Self.password)</label>
        <input id="sign-in-password" type="password" name="password" required autocomplete="current-password"></p>
        <p><button class="primary">\(Self.signIn)</button></p>
        </form>

        """
    }

    private func tokenForm(below root: HTML) -> HTML {
        """
        <form method="post" action="\(root)/">
        <p><label for="sign-in-token">\(Self.token)</label>
        <input id="sign-in-token" type="password" name="token" required\(hasAccounts ? nil : " autofocus")></p>
        <p><button class="primary">\(Self.signInWithToken)</button></p>
        </form>

        """
    }
}
