import type { AuthorizationServerEnv } from '../../../config/authorization-server-env.js';
import { GRANT_TYPES, RESPONSE_TYPES } from '../clients/client-metadata.js';

/** Describes this authorization server (RFC 8414). @param origin its public URL. */
export function describeAuthorizationServer(
  origin: string,
  { registration }: Pick<AuthorizationServerEnv, 'registration'>,
): Record<string, unknown> {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth2/authorize`,
    token_endpoint: `${origin}/oauth2/token`,
    revocation_endpoint: `${origin}/oauth2/revoke`,
    ...(registration !== 'disabled' && { registration_endpoint: `${origin}/oauth2/register` }),
    response_types_supported: RESPONSE_TYPES,
    grant_types_supported: GRANT_TYPES,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  };
}

/** Describes what needs a token (RFC 9728). @param path `` or `/mcp`. */
export function describeResource(
  origin: string,
  path: string,
  { isEnabled }: Pick<AuthorizationServerEnv, 'isEnabled'>,
): Record<string, unknown> {
  return {
    resource: `${origin}${path}`,
    resource_name: path === '/mcp' ? 'Spandrel MCP server' : 'Spandrel',
    authorization_servers: isEnabled ? [origin] : [],
    bearer_methods_supported: ['header'],
    resource_documentation: `${origin}/auth.md`,
  };
}
