import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../mail/mail.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { UsersModule } from '../users/users.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AlertEventEntity } from './alert-event.entity.js';
import { AlertMeasuresService } from './alert-measures.service.js';
import { AlertRuleEntity } from './alert-rule.entity.js';
import { AlertRulesQueries } from './alert-rules.queries.js';
import { AlertRulesService } from './alert-rules.service.js';
import { AlertErasureService } from './erasure/alert-erasure.service.js';
import { AlertLoop } from './evaluating/alert-loop.service.js';
import { AlertRulesLoaders } from './graphql/alert-rules.loader.js';
import { AlertRulesResolver } from './graphql/alert-rules.resolver.js';
import {
  AlertsOfProjectResolver,
  RuleOfAlertEventResolver,
} from './graphql/alerts-of-project.resolver.js';

/** Rules that watch figures of projects (docs/adr/0070-alerts-and-webhooks.md). */
@Module({
  imports: [
    TypeOrmModule.forFeature([AlertRuleEntity, AlertEventEntity]),
    TracingModule,
    MailModule,
    ProjectsModule,
    UsersModule,
    WebhooksModule,
  ],
  providers: [
    AlertRulesQueries,
    AlertMeasuresService,
    AlertRulesService,
    AlertLoop,
    AlertRulesLoaders,
    AlertRulesResolver,
    AlertsOfProjectResolver,
    RuleOfAlertEventResolver,
    AlertErasureService,
  ],
  exports: [AlertErasureService],
})
export class AlertsModule {}
