/** Explains to developers and agents how to get access. @param origin public URL of this server. */
export function writeAuthGuide(origin: string): string {
  return `# Access to this Spandrel server

Send a credential with each request:

\`\`\`http
Authorization: Bearer <API key or access token>
\`\`\`

Programs that run unattended use an API key, which users create in their profile. Applications that
act for a user, such as coding agents and command lines, ask that user with OAuth 2. Their tokens
have the permissions of the user who approved, and no scopes limit them.

If authentication is off on this server, no credential is needed, and the endpoints below do not
exist. Operators can also turn only these endpoints off; then use an API key.

## Endpoints

| what | where |
|---|---|
| metadata (RFC 8414) | \`${origin}/.well-known/oauth-authorization-server\` |
| protected resources (RFC 9728) | \`${origin}/.well-known/oauth-protected-resource\`, with \`/mcp\` at its end for the MCP server |
| registration (RFC 7591) | \`POST ${origin}/oauth2/register\` |
| authorization | \`GET ${origin}/oauth2/authorize\` |
| tokens | \`POST ${origin}/oauth2/token\` |
| revocation (RFC 7009) | \`POST ${origin}/oauth2/revoke\` |

## Steps

1. Register with a JSON body such as \`{"client_name": "My agent", "redirect_uris":
   ["http://127.0.0.1/callback"]}\`. The response contains a \`client_id\`. Applications have no
   secret. A redirect URI is an http address of 127.0.0.1, localhost or [::1], whose port may change;
   an address with a scheme of the application; or an https address.
2. Open \`/oauth2/authorize\` in the user's browser with \`response_type=code\`, \`client_id\`,
   \`redirect_uri\`, a random \`state\` of at least 22 characters, \`code_challenge\` and
   \`code_challenge_method=S256\` (RFC 7636). To limit the tokens to the MCP server, add
   \`resource=${origin}/mcp\` (RFC 8707).
3. The browser returns to the redirect URI with \`code\` and \`state\`, or with \`error\`. Check that
   the state is yours.
4. Within five minutes, send \`grant_type=authorization_code\`, \`client_id\`, \`code\`,
   \`redirect_uri\` and \`code_verifier\` to \`/oauth2/token\` as a form. The response contains
   \`access_token\`, \`expires_in\` and \`refresh_token\`.
5. Before the access token expires, send \`grant_type=refresh_token\`, \`client_id\` and
   \`refresh_token\`. The response contains new tokens, and the old ones stop working. Each refresh
   token works once: using one again later ends the access.
6. When the user signs out of the application, send \`token\` to \`/oauth2/revoke\`.

Users can end the access of an application at any time in their profile.
`;
}
