import { Injectable } from '@nestjs/common';
import { type BatchLoader, createLoaderById } from '../../kernel/graphql/loaders.js';
import { type Project, toProject } from '../../projects/graphql/project.type.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { toUser, type User } from '../../users/graphql/user.type.js';
import { UsersService } from '../../users/users.service.js';
import { type WebhookAttemptEntity, WebhooksService } from '../webhooks.service.js';
import {
  toWebhook,
  toWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
} from './webhook.type.js';

/** Loads webhooks and what belongs to them, for all of a page at once. */
@Injectable()
export class WebhooksLoaders {
  readonly byId: BatchLoader<number, Webhook | null>;
  readonly deliveries: BatchLoader<number, WebhookDelivery | null>;
  readonly attempts: BatchLoader<number, WebhookAttemptEntity[]>;
  /** Whole addresses; null if they cannot be read. */
  readonly urls: BatchLoader<number, string | null>;
  readonly users: BatchLoader<number, User | null>;

  readonly projects: BatchLoader<number, Project | null>;

  constructor(webhooks: WebhooksService, users: UsersService, projects: ProjectsService) {
    this.projects = createLoaderById((ids) => projects.findByIds(ids), toProject);
    this.byId = createLoaderById((ids) => webhooks.findByIds(ids), toWebhook);
    this.deliveries = createLoaderById((ids) => webhooks.findDeliveries(ids), toWebhookDelivery);
    this.attempts = { batch: (ids) => webhooks.listAttempts(ids) };
    this.urls = { batch: (ids) => webhooks.readUrls(ids) };
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
  }
}
