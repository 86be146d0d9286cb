import pg from 'pg';
import { type Logger } from 'pino';
import { AbstractLogger, type DataSourceOptions, type LogLevel, type LogMessage } from 'typeorm';
import { connectionOptions } from './connection.js';
import { defineScopedPool } from './scoped-pool.js';
import { Tracing1763600000000 } from './migrations/1763600000000-tracing.js';
import { Accounts1764000000000 } from './migrations/1764000000000-accounts.js';
import { Datasets1764500000000 } from './migrations/1764500000000-datasets.js';
import { Experiments1764500100000 } from './migrations/1764500100000-experiments.js';
import { Prompts1764500200000 } from './migrations/1764500200000-prompts.js';
import { Annotations1764600000000 } from './migrations/1764600000000-annotations.js';
import { AnnotationConfigs1764600100000 } from './migrations/1764600100000-annotation-configs.js';
import { AnnotationQueues1764600200000 } from './migrations/1764600200000-annotation-queues.js';
import { SpanBlocks1764700100000 } from './migrations/1764700100000-span-blocks.js';
import { SavedViews1764700200000 } from './migrations/1764700200000-saved-views.js';
import { Costs1764700300000 } from './migrations/1764700300000-costs.js';
import { SpanKindIndex1764700400000 } from './migrations/1764700400000-span-kind-index.js';
import { CostRecalculations1764700500000 } from './migrations/1764700500000-cost-recalculations.js';
import { SkippedSpans1764700650000 } from './migrations/1764700650000-skipped-spans.js';
import { Dashboards1764700700000 } from './migrations/1764700700000-dashboards.js';
import { TraceTokensIndex1764700850000 } from './migrations/1764700850000-trace-tokens-index.js';
import { CustomModelProviders1764700900000 } from './migrations/1764700900000-custom-model-providers.js';
import { PromptVersionCustomProviders1764701000000 } from './migrations/1764701000000-prompt-version-custom-providers.js';
import { Evaluators1764701100000 } from './migrations/1764701100000-evaluators.js';
import { Rollups1764701200000 } from './migrations/1764701200000-rollups.js';
import { FailedSpansIndex1764701250000 } from './migrations/1764701250000-failed-spans-index.js';
import { ExperimentJobs1764701300000 } from './migrations/1764701300000-experiment-jobs.js';
import { Sandboxes1764701400000 } from './migrations/1764701400000-sandboxes.js';
import { CodeEvaluators1764701500000 } from './migrations/1764701500000-code-evaluators.js';
import { CostRollups1764701600000 } from './migrations/1764701600000-cost-rollups.js';
import { EvaluationRules1764701700000 } from './migrations/1764701700000-evaluation-rules.js';
import { StandaloneEvaluators1764701810000 } from './migrations/1764701810000-standalone-evaluators.js';
import { FailedParents1764701820000 } from './migrations/1764701820000-failed-parents.js';
import { Retention1764701830000 } from './migrations/1764701830000-retention.js';
import { StorageWarnings1764701840000 } from './migrations/1764701840000-storage-warnings.js';
import { AuditRetention1764701850000 } from './migrations/1764701850000-audit-retention.js';
import { ImportCursors1764701860000 } from './migrations/1764701860000-import-cursors.js';
import { BreakingMigrations1764701880000 } from './migrations/1764701880000-breaking-migrations.js';
import { DistributedFunctions1764701890000 } from './migrations/1764701890000-distributed-functions.js';
import { SubtreeSums1764701900000 } from './migrations/1764701900000-subtree-sums.js';
import { SizeRollups1764701910000 } from './migrations/1764701910000-size-rollups.js';
import { TextAndSizeRetention1764701911000 } from './migrations/1764701911000-text-and-size-retention.js';
import { SpanPayloads1764701920000 } from './migrations/1764701920000-span-payloads.js';
import { OAuth2Server1764701940000 } from './migrations/1764701940000-oauth2-server.js';
import { Alerts1764701960000 } from './migrations/1764701960000-alerts.js';
import { ProjectMasks1764701970000 } from './migrations/1764701970000-project-masks.js';
import { ProjectAccess1764701980000 } from './migrations/1764701980000-project-access.js';
import { KeptSpans1764702000000 } from './migrations/1764702000000-kept-spans.js';
import { Exporters1764702001000 } from './migrations/1764702001000-exporters.js';
import { TailSampling1764702010000 } from './migrations/1764702010000-tail-sampling.js';
import { SecondFactor1764702020000 } from './migrations/1764702020000-second-factor.js';
import { Passkeys1764702021000 } from './migrations/1764702021000-passkeys.js';
import { Scim1764702030000 } from './migrations/1764702030000-scim.js';
import { ScimDetails1764702050000 } from './migrations/1764702050000-scim-details.js';
import { PasskeyHandles1764702051000 } from './migrations/1764702051000-passkey-handles.js';
import { UploadProjects1764702070000 } from './migrations/1764702070000-upload-projects.js';
import { UnevaluatedSpansIndex1764702071000 } from './migrations/1764702071000-unevaluated-spans-index.js';
import { WaitingAnnotations1764702072000 } from './migrations/1764702072000-waiting-annotations.js';
import { DroppedTraces1764702073000 } from './migrations/1764702073000-dropped-traces.js';
import { SetAsideBlocks1764702081000 } from './migrations/1764702081000-set-aside-blocks.js';
import { RetentionPace1764702082000 } from './migrations/1764702082000-retention-pace.js';
import { UsedCodes1764702085000 } from './migrations/1764702085000-used-codes.js';
import { TokenClients1764702090000 } from './migrations/1764702090000-token-clients.js';
import { UnpricedRollups1764702092000 } from './migrations/1764702092000-unpriced-rollups.js';
import { AlertGroups1764702094000 } from './migrations/1764702094000-alert-groups.js';
import { EarlierRollupsIndex1764702096000 } from './migrations/1764702096000-earlier-rollups-index.js';
import { UnpricedCalls1764702097000 } from './migrations/1764702097000-unpriced-calls.js';
import { LogRecords1764702100000 } from './migrations/1764702100000-log-records.js';
import { MetricPoints1764702101000 } from './migrations/1764702101000-metric-points.js';
import { AlertErasures1764702140000 } from './migrations/1764702140000-alert-erasures.js';
import { OutdatedBlocks1764702150000 } from './migrations/1764702150000-outdated-blocks.js';
import { AnnotatorKinds1764702151000 } from './migrations/1764702151000-annotator-kinds.js';
import { ExporterUnreadKeys1764702152000 } from './migrations/1764702152000-exporter-unread-keys.js';
import { SessionKeyIndexes1764702160000 } from './migrations/1764702160000-session-key-indexes.js';
import { SessionKeys1764702161000 } from './migrations/1764702161000-session-keys.js';
import { SplitSessions1764702162000 } from './migrations/1764702162000-split-sessions.js';
import { MetricSeries1764702180000 } from './migrations/1764702180000-metric-series.js';
import { WholeCosts1764702200000 } from './migrations/1764702200000-whole-costs.js';
import { BlockCodes1764702210000 } from './migrations/1764702210000-block-codes.js';
import { CountedCalls1764702120000 } from './migrations/1764702120000-counted-calls.js';
import { FirstTokenIndex1764702121000 } from './migrations/1764702121000-first-token-index.js';
import { SessionRanks1764702122000 } from './migrations/1764702122000-session-ranks.js';

/**
 * Writes TypeORM's statements to the server's log, but not their parameters, which are user data.
 */
class SqlLogger extends AbstractLogger {
  constructor(private readonly out: Logger) {
    super(['query', 'error']);
  }

  protected override writeLog(_level: LogLevel, messages: LogMessage | LogMessage[]): void {
    for (const { message } of [messages].flat()) this.out.info({ sql: String(message) }, 'sql');
  }
}

/** How long a reader waits for a connection before it is told to retry later. */
const CONNECT_TIMEOUT_MS = 15_000;

/** All migrations, in the order in which they run. */
export const MIGRATIONS = [
  Tracing1763600000000,
  Accounts1764000000000,
  Datasets1764500000000,
  Experiments1764500100000,
  Prompts1764500200000,
  Annotations1764600000000,
  AnnotationConfigs1764600100000,
  AnnotationQueues1764600200000,
  SpanBlocks1764700100000,
  SavedViews1764700200000,
  Costs1764700300000,
  SpanKindIndex1764700400000,
  CostRecalculations1764700500000,
  SkippedSpans1764700650000,
  Dashboards1764700700000,
  TraceTokensIndex1764700850000,
  CustomModelProviders1764700900000,
  PromptVersionCustomProviders1764701000000,
  Evaluators1764701100000,
  Rollups1764701200000,
  FailedSpansIndex1764701250000,
  ExperimentJobs1764701300000,
  Sandboxes1764701400000,
  CodeEvaluators1764701500000,
  CostRollups1764701600000,
  EvaluationRules1764701700000,
  StandaloneEvaluators1764701810000,
  FailedParents1764701820000,
  Retention1764701830000,
  StorageWarnings1764701840000,
  AuditRetention1764701850000,
  ImportCursors1764701860000,
  BreakingMigrations1764701880000,
  DistributedFunctions1764701890000,
  SubtreeSums1764701900000,
  SizeRollups1764701910000,
  TextAndSizeRetention1764701911000,
  SpanPayloads1764701920000,
  OAuth2Server1764701940000,
  Alerts1764701960000,
  ProjectMasks1764701970000,
  ProjectAccess1764701980000,
  KeptSpans1764702000000,
  Exporters1764702001000,
  TailSampling1764702010000,
  SecondFactor1764702020000,
  Passkeys1764702021000,
  Scim1764702030000,
  ScimDetails1764702050000,
  PasskeyHandles1764702051000,
  UploadProjects1764702070000,
  UnevaluatedSpansIndex1764702071000,
  WaitingAnnotations1764702072000,
  DroppedTraces1764702073000,
  SetAsideBlocks1764702081000,
  RetentionPace1764702082000,
  UsedCodes1764702085000,
  TokenClients1764702090000,
  UnpricedRollups1764702092000,
  AlertGroups1764702094000,
  EarlierRollupsIndex1764702096000,
  UnpricedCalls1764702097000,
  LogRecords1764702100000,
  MetricPoints1764702101000,
  AlertErasures1764702140000,
  OutdatedBlocks1764702150000,
  AnnotatorKinds1764702151000,
  ExporterUnreadKeys1764702152000,
  SessionKeyIndexes1764702160000,
  SessionKeys1764702161000,
  SplitSessions1764702162000,
  MetricSeries1764702180000,
  WholeCosts1764702200000,
  BlockCodes1764702210000,
  CountedCalls1764702120000,
  FirstTokenIndex1764702121000,
  SessionRanks1764702122000,
];

export interface DataSourceSettings {
  url: string;
  schema: string | undefined;
  poolSize: number;
  /** Logs SQL statements here if it is set. */
  logSqlTo?: Logger;
}

/**
 * Returns the options of the TypeORM data source for reading and editing. It never synchronizes the
 * schema: tables come only from migrations. Ingestion has a separate pool.
 */
export function dataSourceOptions(settings: DataSourceSettings): DataSourceOptions {
  const { connectionString, ...extra } = connectionOptions(settings);
  return {
    type: 'postgres',
    url: connectionString,
    // Not `schema`: names without one also mean the views of limited connections.
    driver: { ...pg, Pool: defineScopedPool(settings.schema) },
    extra: { ...extra, max: settings.poolSize, connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    logger: settings.logSqlTo ? new SqlLogger(settings.logSqlTo) : undefined,
    logging: settings.logSqlTo ? ['query', 'error'] : false,
  };
}
