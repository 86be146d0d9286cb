import { Inject, Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { assertAuthenticationOn } from '../../sign-ins/authentication-on.js';
import { assertServerOn } from '../server-on.js';
import type { AuthorizationServerEnv } from '../../../config/authorization-server-env.js';
import { GRANT_TYPES, RESPONSE_TYPES } from '../clients/client-metadata.js';

/** Describes this authorization server (RFC 8414). @param origin its public URL. */
function describeAuthorizationServer(
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
function describeResource(
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

const SERVER_DOCUMENTS = new Set(['oauth-authorization-server', 'openid-configuration']);
const RESOURCE_DOCUMENT = 'oauth-protected-resource';

/** The documents from which applications learn where to request access. */
@Injectable()
export class DiscoveryService {
  constructor(@Inject(ENV) private readonly env: Env) {}

  /**
   * Returns a document below `/.well-known/`.
   * @param name the rest of the path. Below a root path, it may end with the root path, because that
   * is where RFC 8414 (3.1) and RFC 9728 (3.1) put the documents of such a server.
   * @param origin public URL of this server.
   * @throws NotFoundError
   */
  getDocument(name: string, origin: string): Record<string, unknown> {
    const { authorizationServer, isMcpEnabled } = this.env;
    const [document = '', ...rest] = name.split('/');
    const path = this.withoutRootPath(rest.map((part) => `/${part}`).join(''));
    if (SERVER_DOCUMENTS.has(document) && path === '') {
      assertServerOn(this.env);
      return describeAuthorizationServer(origin, authorizationServer);
    }
    const isResource = path === '' || (path === '/mcp' && isMcpEnabled);
    if (document !== RESOURCE_DOCUMENT || !isResource) throw new NotFoundError('Not Found');
    assertAuthenticationOn(this.env.auth);
    return describeResource(origin, path, authorizationServer);
  }

  private withoutRootPath(path: string): string {
    const { rootPath } = this.env;
    const isBelow = path === rootPath || path.startsWith(`${rootPath}/`);
    return isBelow ? path.slice(rootPath.length) : path;
  }
}
