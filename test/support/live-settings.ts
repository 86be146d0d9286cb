import { PROVIDER_VARIABLES } from '../../src/common/model-providers/model-providers.js';
import type { Env } from '../../src/config/env.js';
import type { CredentialsService } from '../../src/model-providers/credentials.service.js';
import { ProviderVariables } from '../../src/config/oidc-variables.js';
import { ModelClientsService, OidcProvidersService, WebUiService } from './built.js';
import type { TestServer } from './server.js';

/**
 * The variables that a running server can follow: no part of it keeps a copy, or `forgetCopies` removes
 * the copy.
 */
const LIVE = new Set<string>([
  ...PROVIDER_VARIABLES,
  'SPANDREL_API_KEY_MAX_LIFETIME_DAYS',
  'SPANDREL_DISABLE_BASIC_AUTH',
  'SPANDREL_OAUTH2_ALLOWED_REDIRECT_HOSTS',
  'SPANDREL_OAUTH2_CONSENT_ORIGIN_CHECK',
  'SPANDREL_OAUTH2_DYNAMIC_CLIENT_REGISTRATION',
  'SPANDREL_PRIVATE_PROVIDER_NETWORKS',
  'SPANDREL_REQUIRE_SECOND_FACTOR',
]);

/** Returns whether a running server can take over a variable. */
export function isLive(variable: string): boolean {
  return LIVE.has(variable) || isOfOidcProvider(variable);
}

function isOfOidcProvider(variable: string): boolean {
  return ProviderVariables.groupedByProvider({ [variable]: 'any' }, []).length > 0;
}

/**
 * Lets a running server derive again what it has derived from its settings: the page, the sign-in
 * providers, and which networks the providers of models may be in.
 */
export function forgetCopies(app: TestServer['app'], settings: Env): void {
  Object.assign(app.get(WebUiService, { strict: false }), { page: null });
  const { known } = app.get<unknown, { known: Map<string, unknown> }>(OidcProvidersService, {
    strict: false,
  });
  known.clear();
  const clients = app.get<object, { credentials: CredentialsService }>(ModelClientsService, {
    strict: false,
  });
  Object.assign(clients, new ModelClientsService(clients.credentials, settings));
}

/** Makes the settings of a running server equal to others, in place, because its parts hold on to them. */
export function replaceSettings(running: Env, next: Env): void {
  replaceProperties(running as unknown as Settings, next as unknown as Settings);
}

type Settings = Record<string, unknown>;

function replaceProperties(running: Settings, next: Settings): void {
  for (const [name, value] of Object.entries(next)) {
    const before = running[name];
    if (isPlain(before) && isPlain(value)) replaceProperties(before, value);
    else if (before instanceof Map && value instanceof Map) replaceEntries(before, value);
    else running[name] = value;
  }
}

function replaceEntries(running: Map<unknown, unknown>, next: Map<unknown, unknown>): void {
  running.clear();
  for (const [key, value] of next) running.set(key, value);
}

function isPlain(value: unknown): value is Settings {
  return value !== null && typeof value === 'object' && value.constructor === Object;
}
