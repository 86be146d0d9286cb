import { type Role, ROLES } from '../common/access/roles.js';
import { type ClaimPath, compileClaimPath } from './claim-path.js';
import { ProviderVariables } from './oidc-variables.js';

/** How the server proves at the token endpoint that it is the client. */
export const CLIENT_AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'none',
  'client_assertion_jwt',
] as const;
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number];

/** One OpenID Connect provider, as `SPANDREL_OAUTH2_<IDP>_…` describe it. */
export interface OidcProviderEnv {
  /** Lower case; part of the redirect URI. */
  name: string;
  displayName: string;
  clientId: string;
  authMethod: ClientAuthMethod;
  clientSecret: string | undefined;
  clientAssertion: ClientAssertionFile | undefined;
  /** Address of the discovery document. */
  configUrl: string;
  allowSignUp: boolean;
  autoLogin: boolean;
  /** PKCE even where the discovery document does not offer it. */
  alwaysPkce: boolean;
  rpInitiatedLogout: boolean;
  /** Separated by spaces. */
  scope: string;
  emailPath: ClaimPath;
  groups: { path: ClaimPath; allowed: string[] } | undefined;
  roles: RoleClaim | undefined;
}

/** A JWT that something else keeps fresh, such as a projected service account token. */
export interface ClientAssertionFile {
  path: string;
  /** What a log may call the file; a path from another program's variable is not shown. */
  shownAs: string;
}

/** Where the provider says what somebody may do. */
export interface RoleClaim {
  path: ClaimPath;
  /** Role of the provider to role of ours; undefined: the provider uses our names. */
  mapping: Map<string, Role> | undefined;
  /** Refuse who has no role that is understood; otherwise they become viewers. */
  strict: boolean;
  /** Take over the role at every sign-in, not only at the first. */
  resync: boolean;
}

const DEFAULT_SCOPES = ['openid', 'email', 'profile'];

const DISPLAY_NAMES: Record<string, string> = {
  aws_cognito: 'AWS Cognito',
  microsoft_entra_id: 'Microsoft Entra ID',
};

const QUOTING_HINT =
  'names with : / - or . go into double quotes inside the expression, such as "cognito:groups"';

/**
 * Reads every provider, sorted by name.
 * @param problems receives one line for each mistake; the result is of no use unless it stays empty.
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
    problems.push(`${names.join(' and ')} are all true; leave one of them true.`);
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
    roles: readRoles(variables),
  };
}

function readSecret(variables: ProviderVariables, method: ClientAuthMethod): string | undefined {
  if (method !== 'client_secret_basic' && method !== 'client_secret_post') return undefined;
  const secret = variables.text('CLIENT_SECRET');
  if (secret) return secret;
  variables.refuse(
    `${variables.nameOf('CLIENT_SECRET')} is not set, and ${method} needs it; set it, or set ` +
      `${variables.nameOf('TOKEN_ENDPOINT_AUTH_METHOD')} to none or client_assertion_jwt.`,
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
    variables.nameOf('CLIENT_ASSERTION_FILE'),
    variables.nameOf('CLIENT_ASSERTION_FILE_ENV_VAR'),
  ];
  if (method !== 'client_assertion_jwt') {
    if (path || pathVariable) {
      variables.refuse(
        `${path ? names[0] : names[1]} is set but not used; set ` +
          `${variables.nameOf('TOKEN_ENDPOINT_AUTH_METHOD')}=client_assertion_jwt, or remove it.`,
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
    variables.refuse(`${names[0]} is "${path}"; accepted: an absolute path.`);
    return undefined;
  }
  const resolved = source[pathVariable ?? '']?.trim();
  if (resolved?.startsWith('/')) {
    return { path: resolved, shownAs: `the file that ${pathVariable} names` };
  }
  variables.refuse(
    `${names[1]} is "${pathVariable}"; accepted: a variable that holds an absolute path, ` +
      `and that one ${resolved ? 'holds something else' : 'is not set'}.`,
  );
  return undefined;
}

function readConfigUrl(variables: ProviderVariables): string {
  const value = variables.required('OIDC_CONFIG_URL');
  if (value === '') return value;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.username || url?.password) {
    variables.refuse(`${variables.nameOf('OIDC_CONFIG_URL')} holds a user name or password.`);
  } else if (!url || !isHttpsOrLocal(url)) {
    variables.refuseValue(
      'OIDC_CONFIG_URL',
      'an https URL of the discovery document (http only on localhost, 127.0.0.1 or [::1]), ' +
        'such as https://idp.example.com/.well-known/openid-configuration',
    );
  }
  return value;
}

/** The provider that people are sent to without being asked, if there is one. */
export function automaticProvider(
  providers: readonly OidcProviderEnv[],
): OidcProviderEnv | undefined {
  return providers.find(({ autoLogin }) => autoLogin);
}

/** True for what may be asked: an https address, or an http one on this machine. */
export function isHttpsOrLocal(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocalHost(url));
}

/** True for an address on this machine; `0.0.0.0` is none. */
export function isLocalHost(url: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}

function readGroups(variables: ProviderVariables): OidcProviderEnv['groups'] {
  const path = variables.text('GROUPS_ATTRIBUTE_PATH');
  const allowed = listed(variables.text('ALLOWED_GROUPS'));
  if (!path && allowed.length === 0) return undefined;
  if (!path || allowed.length === 0) {
    variables.refuse(
      `${variables.nameOf('GROUPS_ATTRIBUTE_PATH')} and ${variables.nameOf('ALLOWED_GROUPS')} ` +
        `go together; set ${variables.nameOf(path ? 'ALLOWED_GROUPS' : 'GROUPS_ATTRIBUTE_PATH')} too.`,
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
      `${variables.nameOf(suffix)} needs ${variables.nameOf('ROLE_ATTRIBUTE_PATH')}; ` +
        'set the path, or remove it.',
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
        'pairs such as Owner:ADMIN,Developer:MEMBER, each left side once, the right sides ADMIN, MEMBER or VIEWER',
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
      `${variables.nameOf(suffix)} is no JMESPath expression: ${expression} (${reason}); ${QUOTING_HINT}.`,
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
