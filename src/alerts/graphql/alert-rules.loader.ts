import { Injectable } from '@nestjs/common';
import { type BatchLoader, createLoaderById } from '../../kernel/graphql/loaders.js';
import { toUser, type User } from '../../users/graphql/user.type.js';
import { UsersService } from '../../users/users.service.js';
import { toWebhook, type Webhook } from '../../webhooks/graphql/webhook.type.js';
import { WebhooksService } from '../../webhooks/webhooks.service.js';
import { type AlertRuleRow, AlertRulesService } from '../alert-rules.service.js';
import { type AlertRule, toAlertRule } from './alert-rule.type.js';

/** Loads rules and what belongs to them, for all rules of a page at once. */
@Injectable()
export class AlertRulesLoaders {
  readonly byId: BatchLoader<number, AlertRule | null>;
  /** By name. */
  readonly ofProject: BatchLoader<number, AlertRuleRow[]>;
  readonly webhooks: BatchLoader<number, Webhook | null>;
  readonly users: BatchLoader<number, User | null>;

  constructor(rules: AlertRulesService, webhooks: WebhooksService, users: UsersService) {
    this.byId = createLoaderById((ids) => rules.findByIds(ids), toAlertRule);
    this.ofProject = { batch: (ids) => rules.listByProject(ids) };
    this.webhooks = createLoaderById((ids) => webhooks.findByIds(ids), toWebhook);
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
  }
}
