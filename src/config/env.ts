import { z } from 'zod';
import { type AuthEnv, authVariables, readAuth } from './auth-env.js';
import {
  type AuthorizationServerEnv,
  authorizationServerVariables,
  readAuthorizationServer,
} from './authorization-server-env.js';
import { type DatabaseEnv, databaseVariables, readDatabase } from './database-env.js';
import { type OidcProviderEnv, readOidcProviders } from './oidc-env.js';
import { type HttpEnv, httpVariables, readHttp } from './http-env.js';
import { readTls, type TlsEnv, tlsVariables } from './tls-env.js';
import {
  LDAP_VARIABLES_THAT_MAY_BE_EMPTY,
  type LdapEnv,
  ldapVariables,
  readLdap,
} from './ldap-env.js';
import { type MailEnv, mailVariables, readMail } from './mail-env.js';
import {
  type ProviderEnv,
  providerVariables,
  readProviders,
  readWebhookNetworks,
} from './provider-env.js';
import { readStorage, type StorageEnv, storageVariables } from './storage-env.js';
import {
  ConfigurationError,
  flag,
  host,
  httpUrl,
  level,
  type LOG_LEVELS,
  port,
  rootPath,
  text,
  wholeNumber,
} from './variables.js';

export { ConfigurationError } from './variables.js';

/**
 * The server's environment, read once. Every variable is named `SPANDREL_…` and documented in
 * `.env.example`. If a value is not valid, the server reports it and does not start.
 */

const PREFIX = 'SPANDREL_';

/** Variables whose values never appear in messages or logs. */
const SECRET_VARIABLES = new Set([
  'SPANDREL_DATABASE_URL',
  'SPANDREL_DATABASE_READ_URL',
  'SPANDREL_POSTGRES_PASSWORD',
  'SPANDREL_SECRET',
  'SPANDREL_PREVIOUS_SECRETS',
  'SPANDREL_ADMIN_SECRET',
  'SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD',
  'SPANDREL_LDAP_BIND_PASSWORD',
  'SPANDREL_SMTP_PASSWORD',
  'SPANDREL_TLS_KEY_FILE_PASSWORD',
]);

const MEBIBYTE = 1024 * 1024;

const variables = z.object({
  SPANDREL_HOST: host.default('127.0.0.1'),
  SPANDREL_PORT: port(6006),
  SPANDREL_GRPC_PORT: port(4317),
  SPANDREL_HOST_ROOT_PATH: rootPath,
  SPANDREL_ROOT_URL: httpUrl.optional(),
  SPANDREL_SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 0, 300),
  SPANDREL_WORKING_DIR: text('a directory').default('./data'),
  SPANDREL_PROJECT_NAME: text('a project name').default('default'),
  SPANDREL_MASK_INTERNAL_SERVER_ERRORS: flag(true),
  SPANDREL_LOGGING_MODE: z
    .enum(['default', 'structured'], { error: 'default or structured' })
    .default('default'),
  SPANDREL_LOGGING_LEVEL: level('info'),
  SPANDREL_LOG_SQL: flag(false),
  SPANDREL_DANGEROUSLY_ALLOW_UNAUTHENTICATED_ACCESS: flag(false),
  ...authVariables,
  ...authorizationServerVariables,
  ...databaseVariables,
  ...ldapVariables,
  ...mailVariables,
  ...httpVariables,
  ...providerVariables,
  ...storageVariables,
  ...tlsVariables,
  SPANDREL_DEFAULT_RETENTION_POLICY_DAYS: wholeNumber(0, 0, 36_500),
  SPANDREL_AUDIT_RETENTION_DAYS: wholeNumber(365, 0, 36_500),

  SPANDREL_INGEST_WRITERS: wholeNumber(2, 1, 32),
  SPANDREL_INGEST_MAX_IN_FLIGHT_MIB: wholeNumber(128, 8, 65536),
  SPANDREL_INGEST_MAX_REQUEST_MIB: wholeNumber(32, 1, 1024),
  SPANDREL_INGEST_MAX_INFLATED_MIB: wholeNumber(64, 1, 4096),
  SPANDREL_INGESTION_ERRORS_MAX_COUNT: wholeNumber(10_000, 1, 1_000_000),
  SPANDREL_INGESTION_ERRORS_MAX_MIB: wholeNumber(64, 0, 65536),
  SPANDREL_INGESTION_ERRORS_MAX_DAYS: wholeNumber(30, 1, 36_500),

  SPANDREL_UPLOAD_MAX_MIB: wholeNumber(1024, 1, 65536),
  SPANDREL_SANDBOX_PROCESSES: wholeNumber(2, 1, 64),
  SPANDREL_ENABLE_MCP_SERVER: flag(true),
  SPANDREL_ENABLE_PROMETHEUS: flag(false),
  SPANDREL_PROMETHEUS_PORT: port(9090),
});

/** Every variable that the server reads, as `.env.example` lists them. */
export const VARIABLE_NAMES = Object.keys(variables.shape);

/** The configuration of one server process, sizes in bytes. */
export interface Env extends DatabaseEnv {
  host: string;
  /** 0 lets the system choose, which only tests use. */
  port: number;
  grpcPort: number;
  rootPath: string;
  /** Full public URL of the server including the root path, without a trailing slash. */
  rootUrl: string;
  /** How long the server is not ready, but still works, before it stops. */
  shutdownDelayMs: number;
  workingDir: string;
  /** Project for spans that don't specify one. */
  defaultProject: string;
  maskInternalErrors: boolean;
  structuredLogs: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
  logSql: boolean;
  storage: StorageEnv;
  /** False on the command line, which leaves work in the background to servers. */
  runsBackgroundWork: boolean;
  /** Age in days at which the default policy deletes traces, until people change it; 0 keeps all. */
  defaultRetentionDays: number;
  /** Age in days at which events of the audit log are deleted; 0 keeps all. */
  auditRetentionDays: number;
  ingest: {
    /** Number of transactions that store spans in parallel. */
    writers: number;
    /** Decompressed bytes of accepted requests not stored yet, above which clients must retry. */
    maxInFlightBytes: number;
    maxRequestBytes: number;
    maxInflatedBytes: number;
  };
  /** The limits of refused spans that a project keeps. The oldest go first. */
  ingestionErrors: {
    maxCount: number;
    /** Bytes of the spans themselves, compressed. */
    maxBytes: number;
    maxDays: number;
  };
  /** Uploads of dataset examples. */
  uploads: {
    /** Maximum size of an upload, both as sent and after decompression. */
    maxBytes: number;
  };
  sandbox: {
    /** Processes for each language. */
    processes: number;
  };
  /** Whether agents can use this server at `/mcp`. */
  isMcpEnabled: boolean;
  prometheusPort: number | undefined;
  /** `rootUrl` if it is configured. Otherwise, each request's host name is used. */
  publicUrl: string | undefined;
  auth: AuthEnv;
  authorizationServer: AuthorizationServerEnv;
  /** Null if no directory is configured or authentication is off. */
  ldap: LdapEnv | null;
  /** Providers that users can sign in with, sorted by name. Empty while authentication is off. */
  oidc: OidcProviderEnv[];
  /** Null if the server cannot send email. */
  mail: MailEnv | null;
  modelProviders: ProviderEnv;
  /** Networks in CIDR notation that webhooks may reach although they are not public. */
  webhookNetworks: readonly string[];
  http: HttpEnv;
  tls: TlsEnv;
}

/**
 * Reads and validates the environment. Values are trimmed, and an empty string counts as not set.
 * @throws ConfigurationError naming each invalid variable, its value unless secret, and what it must be.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (name.startsWith(PREFIX) && value !== undefined && isSet(name, value)) {
      given[name] = value.trim();
    }
  }
  const parsed = variables.safeParse(given);
  const problems = (parsed.error?.issues ?? []).map((issue) =>
    describe(String(issue.path[0]), given, issue.message),
  );
  const oidc = readOidcProviders(source, problems);
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems.join('\n'));
  const v = parsed.data;
  checkExposure(v);
  checkWaysToSignIn(v, oidc.length > 0 || 'SPANDREL_LDAP_HOST' in given);
  const tls = readTls(v);
  const ldap = readLdap(v, v.SPANDREL_ADMINS.length > 0);
  const database = readDatabase(v);
  const rootUrl = v.SPANDREL_ROOT_URL?.replace(/\/$/, '') ?? derivedRootUrl(v, tls);
  return {
    host: v.SPANDREL_HOST,
    port: v.SPANDREL_PORT,
    grpcPort: v.SPANDREL_GRPC_PORT,
    rootPath: v.SPANDREL_HOST_ROOT_PATH,
    rootUrl,
    shutdownDelayMs: v.SPANDREL_SHUTDOWN_DELAY_SECONDS * 1000,
    workingDir: v.SPANDREL_WORKING_DIR,
    defaultProject: v.SPANDREL_PROJECT_NAME,
    maskInternalErrors: v.SPANDREL_MASK_INTERNAL_SERVER_ERRORS,
    structuredLogs: v.SPANDREL_LOGGING_MODE === 'structured',
    logLevel: v.SPANDREL_LOGGING_LEVEL,
    logSql: v.SPANDREL_LOG_SQL,
    ...database,
    storage: readStorage(v),
    runsBackgroundWork: true,
    defaultRetentionDays: v.SPANDREL_DEFAULT_RETENTION_POLICY_DAYS,
    auditRetentionDays: v.SPANDREL_AUDIT_RETENTION_DAYS,
    ingest: {
      writers: v.SPANDREL_INGEST_WRITERS,
      maxInFlightBytes: v.SPANDREL_INGEST_MAX_IN_FLIGHT_MIB * MEBIBYTE,
      maxRequestBytes: v.SPANDREL_INGEST_MAX_REQUEST_MIB * MEBIBYTE,
      maxInflatedBytes: v.SPANDREL_INGEST_MAX_INFLATED_MIB * MEBIBYTE,
    },
    ingestionErrors: {
      maxCount: v.SPANDREL_INGESTION_ERRORS_MAX_COUNT,
      maxBytes: v.SPANDREL_INGESTION_ERRORS_MAX_MIB * MEBIBYTE,
      maxDays: v.SPANDREL_INGESTION_ERRORS_MAX_DAYS,
    },
    uploads: { maxBytes: v.SPANDREL_UPLOAD_MAX_MIB * MEBIBYTE },
    sandbox: { processes: v.SPANDREL_SANDBOX_PROCESSES },
    isMcpEnabled: v.SPANDREL_ENABLE_MCP_SERVER,
    prometheusPort: v.SPANDREL_ENABLE_PROMETHEUS ? v.SPANDREL_PROMETHEUS_PORT : undefined,
    publicUrl: v.SPANDREL_ROOT_URL && rootUrl,
    auth: readAuth(v, rootUrl),
    authorizationServer: readAuthorizationServer(v, v.SPANDREL_ENABLE_AUTH),
    ldap: v.SPANDREL_ENABLE_AUTH ? ldap : null,
    oidc: v.SPANDREL_ENABLE_AUTH ? oidc : [],
    mail: readMail(v, rootUrl),
    modelProviders: readProviders(v, source, !v.SPANDREL_ENABLE_AUTH),
    webhookNetworks: readWebhookNetworks(v, !v.SPANDREL_ENABLE_AUTH),
    http: readHttp(v),
    tls,
  };
}

type Variables = z.infer<typeof variables>;

function isSet(name: string, value: string): boolean {
  return value.trim() !== '' || LDAP_VARIABLES_THAT_MAY_BE_EMPTY.includes(name);
}

function describe(name: string, given: Record<string, string>, accepted: string): string {
  const shown = SECRET_VARIABLES.has(name) ? 'the given value (not shown)' : `"${given[name]}"`;
  if (given[name]?.startsWith('tcp://') && name.endsWith('_PORT')) {
    return (
      `${name} is ${shown}, which looks like a Kubernetes service link. ` +
      `Rename the service, set enableServiceLinks: false, or set ${name} to a port number.`
    );
  }
  return `${name} is ${shown}. It must be ${accepted}.`;
}

/** Closed until opened: without authentication, only this machine can reach the server. */
function checkExposure(v: Variables): void {
  if (v.SPANDREL_ENABLE_AUTH) return;
  if (isLoopback(v.SPANDREL_HOST) || v.SPANDREL_DANGEROUSLY_ALLOW_UNAUTHENTICATED_ACCESS) return;
  throw new ConfigurationError(
    `SPANDREL_HOST is "${v.SPANDREL_HOST}", which other machines can reach, but authentication is off. ` +
      'Without authentication, it must be 127.0.0.1, ::1 or localhost. To require sign-in, set ' +
      'SPANDREL_ENABLE_AUTH=true and SPANDREL_SECRET. To open the server to everyone on the network ' +
      'anyway, set SPANDREL_DANGEROUSLY_ALLOW_UNAUTHENTICATED_ACCESS=true.',
  );
}

/** Makes sure that at least one way to sign in remains. */
function checkWaysToSignIn(v: Variables, hasOther: boolean): void {
  if (!v.SPANDREL_ENABLE_AUTH || !v.SPANDREL_DISABLE_BASIC_AUTH || hasOther) return;
  throw new ConfigurationError(
    'SPANDREL_DISABLE_BASIC_AUTH is "true", so nobody could sign in. Configure an OpenID Connect ' +
      'provider (SPANDREL_OAUTH2_<IDP>_CLIENT_ID, …) or a directory (SPANDREL_LDAP_HOST, …), or set it to false.',
  );
}

/** Returns whether only this machine can reach an address. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);
}

function derivedRootUrl(v: Variables, tls: TlsEnv): string {
  const address =
    v.SPANDREL_HOST === '0.0.0.0' || v.SPANDREL_HOST === '::' ? '127.0.0.1' : v.SPANDREL_HOST;
  const bracketed = address.includes(':') ? `[${address}]` : address;
  return `${tls.http ? 'https' : 'http'}://${bracketed}:${v.SPANDREL_PORT}${v.SPANDREL_HOST_ROOT_PATH}`;
}
