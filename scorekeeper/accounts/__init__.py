"""Accounts: sign-in for organisers and members, two-factor authentication, and where a sign-in leads.

A *second factor* is a secret that an authenticator app shares with the server. The app shows a *code* made from it, a
new one every 30 seconds (TOTP, RFC 6238). A *recovery code* replaces the app once. If an account has a second factor,
its session *awaits a code*; until one is given, the panel treats the session as not signed in.

Phones on which members sign in have no session and show only what members may see, so they need no code.
"""
