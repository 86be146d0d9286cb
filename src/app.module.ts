import { type DynamicModule, Module } from '@nestjs/common';
import { AlertsModule } from './alerts/alerts.module.js';
import { AnnotationConfigsModule } from './annotations/configs/annotation-configs.module.js';
import { AnnotationsModule } from './annotations/annotations.module.js';
import { ApiKeysModule } from './apikeys/api-keys.module.js';
import { AuditLogModule } from './administration/audit-log/audit-log.module.js';
import { AuthModule } from './auth/auth.module.js';
import { SpandrelGraphqlModule } from './kernel/graphql/graphql.module.js';
import { ConfigModule } from './config/config.module.js';
import type { Env } from './config/env.js';
import { DatabaseModule } from './database/database.module.js';
import { DashboardsModule } from './dashboards/dashboards.module.js';
import { DatasetsModule } from './datasets/datasets.module.js';
import { EvaluationRulesModule } from './evaluation-rules/evaluation-rules.module.js';
import { EvaluatorsModule } from './evaluators/evaluators.module.js';
import { ExperimentsModule } from './experiments/experiments.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { HealthModule } from './health/health.module.js';
import { IngestModule } from './ingest/ingest.module.js';
import { MaskingModule } from './masking/masking.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { ModelProvidersModule } from './model-providers/model-providers.module.js';
import { ModelsModule } from './models/models.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { PlaygroundModule } from './playground/playground.module.js';
import { PromptsModule } from './prompts/prompts.module.js';
import { SavedViewsModule } from './saved-views/saved-views.module.js';
import { ResourceSearchModule } from './resource-search/resource-search.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { SamplingModule } from './sampling/sampling.module.js';
import { ScimModule } from './scim/scim.module.js';
import { SecretsModule } from './secrets/secrets.module.js';
import { StorageModule } from './storage/storage.module.js';
import { TracingModule } from './tracing/tracing.module.js';
import { UserAdministrationModule } from './administration/users/user-administration.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { WebUiModule } from './web-ui/web-ui.module.js';

/** The only file that names every feature. */
@Module({})
export class AppModule {
  static forRoot(env: Env & { databaseUrl: string }): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(env),
        DatabaseModule.forRoot(env),
        SpandrelGraphqlModule,
        AuthModule,
        ApiKeysModule,
        AuditLogModule,
        HealthModule,
        StorageModule,
        MetricsModule,
        ProjectsModule,
        DatasetsModule,
        ExperimentsModule,
        EvaluatorsModule,
        PromptsModule,
        PlaygroundModule,
        ResourceSearchModule,
        ScimModule,
        SecretsModule,
        ModelsModule,
        ModelProvidersModule,
        TracingModule,
        ExportsModule,
        AnnotationsModule,
        AnnotationConfigsModule,
        SavedViewsModule,
        DashboardsModule,
        EvaluationRulesModule,
        RetentionModule,
        MaskingModule,
        SamplingModule,
        WebhooksModule,
        AlertsModule,
        UserAdministrationModule,
        IngestModule,
        ...(env.isMcpEnabled ? [McpModule] : []),
        WebUiModule,
      ],
    };
  }
}
