import { type Role, ROLE_CHOICES, ROLES } from '../kernel/access/roles.js';
import { type ClaimPath, compileClaimPath } from './claim-path.js';
import { ProviderVariables } from './oidc-variables.js';

/** How the server authenticates as the client at the token endpoint. */
export const CLIENT_AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'none',
  'client_assertion_jwt',
] as const;
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number];

/** One OpenID Connect provider, configured by `SPANDREL_OAUTH2_<IDP>_…`. */
export interface OidcProviderEnv {
  /** Lower case; part of the redirect URI. */
  name: string;
  displayName: string;
  clientId: string;
  authMethod: ClientAuthMethod;
  clientSecret: string | undefined;
  clientAssertion: ClientAssertionFile | undefined;
  /** URL of the discovery document. */
  configUrl: string;
  allowSignUp: boolean;
  autoLogin: boolean;
  /** Whether to use PKCE even if the discovery document does not announce it. */
  alwaysPkce: boolean;
  rpInitiatedLogout: boolean;
  /** Separated by spaces. */
  scope: string;
  emailPath: ClaimPath;
  groups: { path: ClaimPath; allowed: string[] } | undefined;
  /** The path of the groups that users join here; undefined: they join none. */
  syncedGroups: ClaimPath | undefined;
  roles: RoleClaim | undefined;
}

/** A JWT that another program keeps up to date, such as a projected service account token. */
export interface ClientAssertionFile {
  path: string;
  /** How logs refer to the file. They do not show a path from another program's variable. */
  shownAs: string;
}

/** The claim that determines a user's role. */
export interface RoleClaim {
  path: ClaimPath;
  /** Maps the provider's roles to ours; undefined: the provider uses our names. */
  mapping: Map<string, Role> | undefined;
  /** Whether to refuse users without a known role. Otherwise, they become viewers. */
  strict: boolean;
  /** Whether to update the role at every sign-in instead of only the first. */
  resync: boolean;
}

const SOME_ROLE = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(ROLE_CHOICES);

const DEFAULT_SCOPES = ['openid', 'email', 'profile'];

const DISPLAY_NAMES: Record<string, string> = {
  aws_cognito: 'AWS Cognito',
  microsoft_entra_id: 'Microsoft Entra ID',
};

const QUOTING_HINT =
  'put names with : / - or . in double quotes inside the expression, such as "cognito:groups"';

/**
 * Reads every provider, sorted by name.
 * @param problems receives one line for each mistake. Use the result only if it stays empty.
 */
export function readOidcProviders(
  source: Record<string, string | undefined>,
  problems: string[],
): OidcProviderEnv[] {
  const providers = ProviderVariables.groupedByProvider(source, problems).map((variables) =>
    readProvider(variables, source),
  );
  const automatic = providers.filter((provider) => provider.autoLogin);
  if (automatic.length > 1) {
    const names = automatic.map(({ name }) => `SPANDREL_OAUTH2_${name.toUpperCase()}_AUTO_LOGIN`);
    problems.push(`${names.join(' and ')} are all true. Set only one of them to true.`);
  }
  return providers;
}

function readProvider(
  variables: ProviderVariables,
  source: Record<string, string | undefined>,
): OidcProviderEnv {
  const authMethod = variables.oneOf('TOKEN_ENDPOINT_AUTH_METHOD', CLIENT_AUTH_METHODS);
  return {
    name: variables.provider,
    displayName: variables.text('DISPLAY_NAME') ?? derivedName(variables.provider),
    clientId: variables.required('CLIENT_ID'),
    authMethod,
    clientSecret: readSecret(variables, authMethod),
    clientAssertion: readAssertion(variables, authMethod, source),
    configUrl: readConfigUrl(variables),
    allowSignUp: variables.flag('ALLOW_SIGN_UP', true),
    autoLogin: variables.flag('AUTO_LOGIN', false),
    alwaysPkce: variables.flag('USE_PKCE', false),
    rpInitiatedLogout: variables.flag('RP_INITIATED_LOGOUT', false),
    scope: [...new Set([...DEFAULT_SCOPES, ...words(variables.text('SCOPES'))])].join(' '),
    emailPath: readPath(variables, 'EMAIL_ATTRIBUTE_PATH', 'email'),
    groups: readGroups(variables),
    syncedGroups: variables.text('SYNCED_GROUPS_PATH')
      ? readPath(variables, 'SYNCED_GROUPS_PATH', '')
      : undefined,
    roles: readRoles(variables),
  };
}

function readSecret(variables: ProviderVariables, method: ClientAuthMethod): string | undefined {
  if (method !== 'client_secret_basic' && method !== 'client_secret_post') return undefined;
  const secret = variables.text('CLIENT_SECRET');
  if (secret) return secret;
  variables.refuse(
    `${variables.toVariableName('CLIENT_SECRET')} is not set, but ${method} needs it. Set it, or set ` +
      `${variables.toVariableName('TOKEN_ENDPOINT_AUTH_METHOD')} to none or client_assertion_jwt.`,
  );
  return undefined;
}

function readAssertion(
  variables: ProviderVariables,
  method: ClientAuthMethod,
  source: Record<string, string | undefined>,
): ClientAssertionFile | undefined {
  const path = variables.text('CLIENT_ASSERTION_FILE');
  const pathVariable = variables.text('CLIENT_ASSERTION_FILE_ENV_VAR');
  const names = [
    variables.toVariableName('CLIENT_ASSERTION_FILE'),
    variables.toVariableName('CLIENT_ASSERTION_FILE_ENV_VAR'),
  ];
  if (method !== 'client_assertion_jwt') {
    if (path || pathVariable) {
      variables.refuse(
        `${path ? names[0] : names[1]} is set but not used. Set ` +
          `${variables.toVariableName('TOKEN_ENDPOINT_AUTH_METHOD')}=client_assertion_jwt, or remove it.`,
      );
    }
    return undefined;
  }
  if (Boolean(path) === Boolean(pathVariable)) {
    variables.refuse(`client_assertion_jwt needs exactly one of ${names.join(' and ')}.`);
    return undefined;
  }
  if (path) {
    if (path.startsWith('/')) return { path, shownAs: path };
    variables.refuse(`${names[0]} is "${path}". It must be an absolute path.`);
    return undefined;
  }
  const resolved = source[pathVariable ?? '']?.trim();
  if (resolved?.startsWith('/')) {
    return { path: resolved, shownAs: `the file named by ${pathVariable}` };
  }
  variables.refuse(
    `${names[1]} is "${pathVariable}". It must name a variable that contains an absolute path, ` +
      `but that variable ${resolved ? 'contains something else' : 'is not set'}.`,
  );
  return undefined;
}

function readConfigUrl(variables: ProviderVariables): string {
  const value = variables.required('OIDC_CONFIG_URL');
  if (value === '') return value;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.username || url?.password) {
    variables.refuse(
      `${variables.toVariableName('OIDC_CONFIG_URL')} contains a user name or password. Remove them.`,
    );
  } else if (!url || !isHttpsOrLocal(url)) {
    variables.refuseValue(
      'OIDC_CONFIG_URL',
      'the https URL of the discovery document (http only on localhost, 127.0.0.1 or [::1]), ' +
        'such as https://idp.example.com/.well-known/openid-configuration',
    );
  }
  return value;
}

/** The provider that users are sent to automatically, if there is one. */
export function automaticProvider(
  providers: readonly OidcProviderEnv[],
): OidcProviderEnv | undefined {
  return providers.find(({ autoLogin }) => autoLogin);
}

/** Returns whether the server may contact a URL: it must be https, or http on this machine. */
export function isHttpsOrLocal(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocalHost(url));
}

/** Returns whether a URL is on this machine. `0.0.0.0` does not count. */
export function isLocalHost(url: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}

function readGroups(variables: ProviderVariables): OidcProviderEnv['groups'] {
  const path = variables.text('GROUPS_ATTRIBUTE_PATH');
  const allowed = listed(variables.text('ALLOWED_GROUPS'));
  if (!path && allowed.length === 0) return undefined;
  if (!path || allowed.length === 0) {
    variables.refuse(
      `${variables.toVariableName('GROUPS_ATTRIBUTE_PATH')} and ${variables.toVariableName('ALLOWED_GROUPS')} ` +
        `must be set together. Set ${variables.toVariableName(path ? 'ALLOWED_GROUPS' : 'GROUPS_ATTRIBUTE_PATH')} too.`,
    );
    return undefined;
  }
  return { path: readPath(variables, 'GROUPS_ATTRIBUTE_PATH', path), allowed };
}

function readRoles(variables: ProviderVariables): RoleClaim | undefined {
  const path = variables.text('ROLE_ATTRIBUTE_PATH');
  const mapping = readMapping(variables);
  const strict = variables.flag('ROLE_ATTRIBUTE_STRICT', false);
  const resync = variables.flag('ROLE_RESYNC', true);
  if (path) {
    return { path: readPath(variables, 'ROLE_ATTRIBUTE_PATH', path), mapping, strict, resync };
  }
  const useless = [
    mapping && 'ROLE_MAPPING',
    strict && 'ROLE_ATTRIBUTE_STRICT',
    !resync && 'ROLE_RESYNC',
  ].filter((suffix) => typeof suffix === 'string');
  for (const suffix of useless) {
    variables.refuse(
      `${variables.toVariableName(suffix)} needs ${variables.toVariableName('ROLE_ATTRIBUTE_PATH')}. ` +
        'Set the path, or remove this variable.',
    );
  }
  return undefined;
}

function readMapping(variables: ProviderVariables): Map<string, Role> | undefined {
  const entries = listed(variables.text('ROLE_MAPPING'));
  if (entries.length === 0) return undefined;
  const mapping = new Map<string, Role>();
  for (const entry of entries) {
    const colon = entry.indexOf(':');
    const theirs = entry.slice(0, colon).trim();
    const ours = ROLES.find(
      (role) =>
        role ===
        entry
          .slice(colon + 1)
          .trim()
          .toUpperCase(),
    );
    if (colon < 1 || theirs === '' || !ours || mapping.has(theirs)) {
      variables.refuseValue(
        'ROLE_MAPPING',
        `pairs such as Owner:ADMIN,Developer:MEMBER, with each left side only once and ${SOME_ROLE} on the right`,
      );
      return undefined;
    }
    mapping.set(theirs, ours);
  }
  return mapping;
}

function readPath(variables: ProviderVariables, suffix: string, fallback: string): ClaimPath {
  const expression = variables.text(suffix) ?? fallback;
  try {
    return compileClaimPath(expression);
  } catch (error) {
    const reason = (error as Error).message.replaceAll(/\s+/g, ' ');
    variables.refuse(
      `${variables.toVariableName(suffix)} is not a valid JMESPath expression: ${expression} (${reason}). Hint: ${QUOTING_HINT}.`,
    );
    return { expression, read: () => null };
  }
}

function derivedName(provider: string): string {
  return DISPLAY_NAMES[provider] ?? titleCase(provider);
}

function titleCase(name: string): string {
  return words(name.replaceAll('_', ' '))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function words(value: string | undefined): string[] {
  return value?.split(/\s+/).filter(Boolean) ?? [];
}

function listed(value: string | undefined): string[] {
  return (value?.split(',') ?? []).map((item) => item.trim()).filter(Boolean);
}
