import type { OidcProviderEnv } from '../../../config/oidc-env.js';
import type { SignInFact } from '../sign-in-method.contract.js';

/** Describes how a provider is configured, without secrets. */
export function describeProvider(provider: OidcProviderEnv): SignInFact[] {
  const { groups, roles } = provider;
  const facts: Record<string, string | undefined> = {
    'Discovery document': provider.configUrl,
    'Redirect path': `/oauth2/${provider.name}/tokens`,
    'Client ID': provider.clientId,
    'Client authentication': provider.authMethod,
    Scopes: provider.scope,
    PKCE: provider.alwaysPkce ? 'always' : 'if the provider offers it',
    'New accounts': provider.allowSignUp ? 'at the first sign-in' : 'created by an administrator',
    Email: provider.emailPath.expression,
    Groups: groups?.path.expression,
    'Allowed groups': groups?.allowed.join(', '),
    Role: roles?.path.expression,
    'Role mapping':
      roles?.mapping && [...roles.mapping].map(([from, to]) => `${from} → ${to}`).join(', '),
    'If the role is unknown': roles && (roles.strict ? 'refused' : 'VIEWER'),
    'Role update': roles && (roles.resync ? 'at every sign-in' : 'at the first sign-in'),
    'Automatic sign-in': provider.autoLogin ? 'yes' : 'no',
    'Sign-out at the provider': provider.rpInitiatedLogout ? 'yes' : 'no',
  };
  return Object.entries(facts).flatMap(([label, value]) =>
    value === undefined ? [] : [{ label, value }],
  );
}
