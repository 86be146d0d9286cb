import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SealingModule } from '../sealing/sealing.module.js';
import { UsersModule } from '../users/users.module.js';
import { DeliveryLoop } from './delivering/delivery-loop.service.js';
import { WebhookClient } from './delivering/webhook-client.service.js';
import { MessageErasureService } from './erasure/message-erasure.service.js';
import { WebhooksLoaders } from './graphql/webhooks.loader.js';
import { WebhookDeliveriesResolver, WebhooksResolver } from './graphql/webhooks.resolver.js';
import { WebhookAttemptEntity, WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import { WebhookSealsService } from './webhook-seals.service.js';
import { WebhookEntity } from './webhook.entity.js';
import { WebhooksQueries } from './webhooks.queries.js';
import { WebhooksService } from './webhooks.service.js';

/** Webhooks, and what delivers messages to them (docs/adr/0070-alerts-and-webhooks.md). */
@Module({
  imports: [
    TypeOrmModule.forFeature([WebhookEntity, WebhookDeliveryEntity, WebhookAttemptEntity]),
    AuditModule,
    MailModule,
    ProjectsModule,
    SealingModule,
    UsersModule,
  ],
  providers: [
    WebhooksQueries,
    WebhookSealsService,
    WebhooksService,
    WebhookClient,
    DeliveryLoop,
    WebhooksLoaders,
    WebhooksResolver,
    WebhookDeliveriesResolver,
    MessageErasureService,
  ],
  exports: [WebhooksService, MessageErasureService],
})
export class WebhooksModule {}
