/**
 * The server as it ships. Tests run what `npm run build` made, because a test transform does not
 * run Nest's compiler plugins and would produce a different API.
 */
const load = (path: string): Promise<unknown> =>
  import(new URL(`../../dist/src/${path}`, import.meta.url).href);

export const { createApp, startServer } = (await load(
  'server.js',
)) as typeof import('../../src/server.js');

export const { configure, openApiDocument } = (await load(
  'bootstrap.js',
)) as typeof import('../../src/bootstrap.js');

export const { readEnv } = (await load(
  'config/env.js',
)) as typeof import('../../src/config/env.js');

export const { currentRequest } = (await load(
  'kernel/http/request-context.js',
)) as typeof import('../../src/kernel/http/request-context.js');

export const { createLogger } = (await load(
  'kernel/logging/logger.js',
)) as typeof import('../../src/kernel/logging/logger.js');

export const { RollupsQueries } = (await load(
  'tracing/figures/rollups/rollups.queries.js',
)) as typeof import('../../src/tracing/figures/rollups/rollups.queries.js');

export const { NO_WORK } = (await load(
  'database/background-loop.js',
)) as typeof import('../../src/database/background-loop.js');

export const { BackgroundLoops } = (await load(
  'database/background-loops.js',
)) as typeof import('../../src/database/background-loops.js');

export const { migrate } = (await load(
  'database/migrate.js',
)) as typeof import('../../src/database/migrate.js');

export const { DatabaseReader } = (await load(
  'database/database-reader.js',
)) as typeof import('../../src/database/database-reader.js');

export const { VISIBLE_TABLES } = (await load(
  'database/visible-tables.js',
)) as typeof import('../../src/database/visible-tables.js');

export const { dataSourceOptions, MIGRATIONS } = (await load(
  'database/data-source.js',
)) as typeof import('../../src/database/data-source.js');

export const { ACCESS_WORDS, Access, getAccessOfHandler } = (await load(
  'kernel/access/handler-access.js',
)) as typeof import('../../src/kernel/access/handler-access.js');

export const { AccessGuard } = (await load(
  'kernel/access/access.guard.js',
)) as typeof import('../../src/kernel/access/access.guard.js');

export const { ANONYMOUS, assertRole, Authenticator } = (await load(
  'kernel/access/access.js',
)) as typeof import('../../src/kernel/access/access.js');

export const { ScimGuard } = (await load(
  'scim/rest/scim.guard.js',
)) as typeof import('../../src/scim/rest/scim.guard.js');

export const { ROLES } = (await load(
  'kernel/access/roles.js',
)) as typeof import('../../src/kernel/access/roles.js');

export const { AppModule } = (await load(
  'app.module.js',
)) as typeof import('../../src/app.module.js');

export const { GRPC_ACCESS, OtlpGrpcServer } = (await load(
  'ingest/receive/otlp-grpc.js',
)) as typeof import('../../src/ingest/receive/otlp-grpc.js');

export const { LoginSessionsService } = (await load(
  'auth/sessions/login-sessions.service.js',
)) as typeof import('../../src/auth/sessions/login-sessions.service.js');

export const { SecretsService } = (await load(
  'secrets/secrets.service.js',
)) as typeof import('../../src/secrets/secrets.service.js');

export const { SealRotationService } = (await load(
  'sealing/seal-rotation.service.js',
)) as typeof import('../../src/sealing/seal-rotation.service.js');

export const { CustomModelProvidersService } = (await load(
  'model-providers/custom/custom-model-providers.service.js',
)) as typeof import('../../src/model-providers/custom/custom-model-providers.service.js');

export const { DatasetUploadsService } = (await load(
  'datasets/uploads/dataset-uploads.service.js',
)) as typeof import('../../src/datasets/uploads/dataset-uploads.service.js');

export const { UploadSpace } = (await load(
  'datasets/uploads/body/upload-space.js',
)) as typeof import('../../src/datasets/uploads/body/upload-space.js');

export const { BuiltInModelsService } = (await load(
  'models/built-in-models.service.js',
)) as typeof import('../../src/models/built-in-models.service.js');

export const { JobQueueService } = (await load(
  'job-queue/job-queue.service.js',
)) as typeof import('../../src/job-queue/job-queue.service.js');

export const { SandboxProcess } = (await load(
  'sandbox/pool/sandbox-process.js',
)) as typeof import('../../src/sandbox/pool/sandbox-process.js');

export const { SandboxPool } = (await load(
  'sandbox/pool/sandbox-pool.js',
)) as typeof import('../../src/sandbox/pool/sandbox-pool.js');

export const { StorageMonitor } = (await load(
  'storage/storage-monitor.service.js',
)) as typeof import('../../src/storage/storage-monitor.service.js');

export const { ExporterHealth } = (await load(
  'ingest/admit/exporter-health.js',
)) as typeof import('../../src/ingest/admit/exporter-health.js');

export const { HousekeepingService } = (await load(
  'auth/housekeeping.service.js',
)) as typeof import('../../src/auth/housekeeping.service.js');

export const { runAdmin } = (await load(
  'admin/run-admin.js',
)) as typeof import('../../src/admin/run-admin.js');

export const { runCommandLine } = (await load(
  'command-line/run-command-line.js',
)) as typeof import('../../src/command-line/run-command-line.js');

export const { ProjectAccessReader } = (await load(
  'kernel/access/project-access.js',
)) as typeof import('../../src/kernel/access/project-access.js');

export const { ChatCostsService } = (await load(
  'tracing/costs/chat-costs.service.js',
)) as typeof import('../../src/tracing/costs/chat-costs.service.js');

export const { BuiltInUsersService } = (await load(
  'users/built-in-users.service.js',
)) as typeof import('../../src/users/built-in-users.service.js');

export const { OidcProvidersService } = (await load(
  'auth/sign-in-methods/oidc/oidc-providers.service.js',
)) as typeof import('../../src/auth/sign-in-methods/oidc/oidc-providers.service.js');

export const { ModelClientsService } = (await load(
  'model-providers/model-clients.service.js',
)) as typeof import('../../src/model-providers/model-clients.service.js');

export const { WebUiService } = (await load(
  'web-ui/web-ui.service.js',
)) as typeof import('../../src/web-ui/web-ui.service.js');

export const { AnnotationWritingService } = (await load(
  'annotations/annotation-writing.service.js',
)) as typeof import('../../src/annotations/annotation-writing.service.js');

export const { RetentionPoliciesService } = (await load(
  'retention/retention-policies.service.js',
)) as typeof import('../../src/retention/retention-policies.service.js');

export const { CredentialsService } = (await load(
  'model-providers/credentials.service.js',
)) as typeof import('../../src/model-providers/credentials.service.js');

export const { LdapDirectoryService } = (await load(
  'auth/sign-in-methods/ldap/ldap-directory.service.js',
)) as typeof import('../../src/auth/sign-in-methods/ldap/ldap-directory.service.js');

export const { LdapSignInService } = (await load(
  'auth/sign-in-methods/ldap/ldap-sign-in.service.js',
)) as typeof import('../../src/auth/sign-in-methods/ldap/ldap-sign-in.service.js');

export const { LdapUsersService } = (await load(
  'auth/sign-in-methods/ldap/ldap-users.service.js',
)) as typeof import('../../src/auth/sign-in-methods/ldap/ldap-users.service.js');

export const { LoginLockService } = (await load(
  'auth/lock/login-lock.service.js',
)) as typeof import('../../src/auth/lock/login-lock.service.js');

export const { MailService } = (await load(
  'mail/mail.service.js',
)) as typeof import('../../src/mail/mail.service.js');

export const { RateLimitsService } = (await load(
  'auth/limits/rate-limits.service.js',
)) as typeof import('../../src/auth/limits/rate-limits.service.js');

export const { SealingService } = (await load(
  'sealing/sealing.service.js',
)) as typeof import('../../src/sealing/sealing.service.js');

export const { SignInsService } = (await load(
  'auth/sign-ins/sign-ins.service.js',
)) as typeof import('../../src/auth/sign-ins/sign-ins.service.js');

export const { SignInsModule } = (await load(
  'auth/sign-ins/sign-ins.module.js',
)) as typeof import('../../src/auth/sign-ins/sign-ins.module.js');

export const { SIGN_IN_METHODS } = (await load(
  'auth/sign-in-methods/sign-in-methods.module.js',
)) as typeof import('../../src/auth/sign-in-methods/sign-in-methods.module.js');

export const { setSessionCookies } = (await load(
  'auth/sessions/session-cookies.js',
)) as typeof import('../../src/auth/sessions/session-cookies.js');

export const { UsersModule } = (await load(
  'users/users.module.js',
)) as typeof import('../../src/users/users.module.js');

export const { UsersService } = (await load(
  'users/users.service.js',
)) as typeof import('../../src/users/users.service.js');

export const { UnauthenticatedError } = (await load(
  'kernel/errors/errors.js',
)) as typeof import('../../src/kernel/errors/errors.js');

export const { WebhookClient } = (await load(
  'webhooks/delivering/webhook-client.service.js',
)) as typeof import('../../src/webhooks/delivering/webhook-client.service.js');

export const { AnnotationConfigsService } = (await load(
  'annotations/configs/annotation-configs.service.js',
)) as typeof import('../../src/annotations/configs/annotation-configs.service.js');

export const { AdminSecretStrategy } = (await load(
  'auth/identity/admin-secret.strategy.js',
)) as typeof import('../../src/auth/identity/admin-secret.strategy.js');

export const { MasksService } = (await load(
  'masking/masks.service.js',
)) as typeof import('../../src/masking/masks.service.js');

export const { MatchesService } = (await load(
  'tracing/matches/matches.service.js',
)) as typeof import('../../src/tracing/matches/matches.service.js');

export const { PacedChatsService } = (await load(
  'model-providers/pacing/paced-chats.service.js',
)) as typeof import('../../src/model-providers/pacing/paced-chats.service.js');

export const { PlaygroundModelsService } = (await load(
  'playground/models/playground-models.service.js',
)) as typeof import('../../src/playground/models/playground-models.service.js');
