import { PROVIDER_VARIABLES } from '../../src/config/model-providers.js';
import type { Env } from '../../src/config/env.js';
import { ProviderVariables } from '../../src/config/oidc-variables.js';
import {
  AdminSecretStrategy,
  CredentialsService,
  LdapDirectoryService,
  LdapSignInService,
  LdapUsersService,
  LoginLockService,
  MailService,
  ModelClientsService,
  OidcProvidersService,
  RateLimitsService,
  SealingService,
  SignInsService,
  WebhookClient,
  WebUiService,
} from './built.js';
import type { TestServer } from './server.js';

/**
 * The variables that a running server can follow: no part of it keeps a copy, or `forgetCopies` removes
 * the copy.
 */
const LIVE = new Set<string>([
  ...PROVIDER_VARIABLES,
  'SPANDREL_ALLOWED_PROVIDERS',
  'SPANDREL_API_KEY_MAX_LIFETIME_DAYS',
  'SPANDREL_BRUTE_FORCE_LOGIN_PROTECTION_MAX_ATTEMPTS',
  'SPANDREL_DISABLE_BASIC_AUTH',
  'SPANDREL_DISABLE_RATE_LIMIT',
  'SPANDREL_OAUTH2_ALLOWED_REDIRECT_HOSTS',
  'SPANDREL_OAUTH2_CONSENT_ORIGIN_CHECK',
  'SPANDREL_OAUTH2_DCR_RATE_LIMIT_PER_HOUR',
  'SPANDREL_OAUTH2_DYNAMIC_CLIENT_REGISTRATION',
  'SPANDREL_PRIVATE_PROVIDER_NETWORKS',
  'SPANDREL_PRIVATE_WEBHOOK_NETWORKS',
  'SPANDREL_REQUIRE_SECOND_FACTOR',
  // Whether a server sends email at all is decided at its start.
  'SPANDREL_SMTP_PASSWORD',
  'SPANDREL_SMTP_PORT',
  'SPANDREL_SMTP_USERNAME',
  'SPANDREL_SMTP_VALIDATE_CERTS',
]);

/** Without authentication, they only seal what is stored. Otherwise, more is derived from them. */
const SECRETS = new Set(['SPANDREL_SECRET', 'SPANDREL_PREVIOUS_SECRETS']);

/** Returns whether a running server with some variables can take over one of them. */
export function isLive(variable: string, env: Record<string, string>): boolean {
  return (
    LIVE.has(variable) ||
    variable.startsWith('SPANDREL_LDAP_') ||
    isOfOidcProvider(variable) ||
    (SECRETS.has(variable) && env['SPANDREL_ENABLE_AUTH'] !== 'true')
  );
}

function isOfOidcProvider(variable: string): boolean {
  return ProviderVariables.groupedByProvider({ [variable]: 'any' }, []).length > 0;
}

/** Derives again, from the settings of a running server, whatever its parts have derived from them. */
export function forgetCopies(app: TestServer['app'], env: Env): void {
  const find = <T>(part: Part<T>): T => app.get<T>(part, { strict: false });
  Object.assign(find(WebUiService), { page: null });
  // A use is recorded once a minute.
  mapIn(find(AdminSecretStrategy), 'lastRecordedAt').clear();
  mapIn(find(OidcProvidersService), 'known').clear();
  mapIn(find(RateLimitsService), 'limiters').clear();
  Object.assign(find(WebhookClient), new WebhookClient(env));
  Object.assign(find(ModelClientsService), new ModelClientsService(find(CredentialsService), env));
  Object.assign(
    find(LdapSignInService),
    new LdapSignInService(
      env.ldap && new LdapDirectoryService(env.ldap),
      find(LdapUsersService),
      find(LoginLockService),
      find(SignInsService),
    ),
  );
  Object.assign(find(SealingService), new SealingService(env));
  renewMail(find(MailService), new MailService(env, NO_JOBS, find(SealingService)));
}

type Part<T> = abstract new (...given: never[]) => T;

function mapIn(part: object, name: string): Map<unknown, unknown> {
  return Reflect.get(part, name) as Map<unknown, unknown>;
}

/** The server that runs has registered the handler of the queue. */
const NO_JOBS = { registerItemHandler: () => undefined } as never;

function renewMail(running: object, next: object): void {
  const transport = (of: object) => Reflect.get(of, 'transport') as { close(): void } | null;
  transport(running)?.close();
  Object.assign(running, { transport: transport(next) });
}

/** Makes the settings of a running server equal to others, in place, because its parts hold on to them. */
export function replaceSettings(running: Env, next: Env): void {
  replaceProperties(running as unknown as Settings, next as unknown as Settings);
}

type Settings = Record<string, unknown>;

function replaceProperties(running: Settings, next: Settings): void {
  for (const name of Object.keys(running)) {
    if (!(name in next)) Reflect.deleteProperty(running, name);
  }
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
