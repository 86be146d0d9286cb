import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { includesRole } from '../../kernel/access/roles.js';
import { Access } from '../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { requireRowId, requireRowIds } from '../../kernel/ids/global-id.js';
import {
  type Connection,
  forwardPage,
  keysetConnection,
} from '../../kernel/pagination/connection.js';
import { OffsetPageArgs, pageOfList } from '../../kernel/pagination/offset-page.js';
import { Project } from '../../projects/graphql/project.type.js';
import { User } from '../../users/graphql/user.type.js';
import { WEBHOOK_DELIVERY_TYPE, WEBHOOK_TYPE, WebhooksService } from '../webhooks.service.js';
import {
  CreateWebhookInput,
  DeleteWebhooksInput,
  ReplayWebhookDeliveryInput,
  toChanges,
  toDraft,
  UpdateWebhookInput,
  WebhookDeliveriesArgs,
  WebhookIdInput,
} from './webhook.inputs.js';
import {
  DeleteWebhooksPayload,
  ReplayWebhookDeliveryPayload,
  toWebhook,
  toWebhookAttempt,
  toWebhookDelivery,
  Webhook,
  WebhookAttempt,
  WebhookConnection,
  WebhookDelivery,
  WebhookDeliveryConnection,
  WebhookMutationPayload,
  WebhookSecretPayload,
} from './webhook.type.js';
import { WebhooksLoaders } from './webhooks.loader.js';

@Resolver(() => WebhookDelivery)
export class WebhookDeliveriesResolver {
  constructor(
    private readonly service: WebhooksService,
    private readonly loaded: WebhooksLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(WEBHOOK_DELIVERY_TYPE, (id, { loaders }) =>
      loaders.of(loaded.deliveries).load(id),
    );
  }

  @ResolveField(() => [WebhookAttempt], { description: 'The last twenty, newest first.' })
  async attempts(
    @Parent() { rowId }: WebhookDelivery,
    @Context() { loaders, req }: GraphqlContext,
  ): Promise<WebhookAttempt[]> {
    // Many receivers repeat the address in their answer.
    const seesResponse = !seesOnlyBeginnings(req.identity!);
    const attempts = await loaders.of(this.loaded.attempts).load(rowId);
    return attempts.map((attempt) => toWebhookAttempt(attempt, seesResponse));
  }

  @Mutation(() => ReplayWebhookDeliveryPayload, {
    description: 'Sends a message again, with the same ID. One that waits is sent at once.',
  })
  @Access('MEMBER', 'by project role')
  async replayWebhookDelivery(
    @Args('input') { id }: ReplayWebhookDeliveryInput,
  ): Promise<ReplayWebhookDeliveryPayload> {
    const row = await this.service.replay(requireRowId(id, WEBHOOK_DELIVERY_TYPE));
    return { delivery: toWebhookDelivery(row) };
  }
}

@Resolver(() => Webhook)
export class WebhooksResolver {
  constructor(
    private readonly service: WebhooksService,
    private readonly loaded: WebhooksLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(WEBHOOK_TYPE, (id, { loaders }) => loaders.of(loaded.byId).load(id));
  }

  @ResolveField(() => Project, {
    nullable: true,
    description:
      'The only project whose events it gets; null if it gets those of all that are not private.',
  })
  async project(
    @Parent() { projectRowId }: Webhook,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Project | null> {
    return projectRowId === null ? null : loaders.of(this.loaded.projects).load(projectRowId);
  }

  @Query(() => WebhookConnection, { description: 'All webhooks, by name.' })
  @Access('VIEWER')
  async webhooks(@Args() page: OffsetPageArgs): Promise<Connection<Webhook>> {
    return pageOfList(page, await this.service.list(), toWebhook);
  }

  @ResolveField(() => String, {
    description:
      'Its address. Viewers and keys that only read see how it begins, because the rest may be a secret.',
  })
  async url(
    @Parent() { rowId, origin }: Webhook,
    @Context() { loaders, req }: GraphqlContext,
  ): Promise<string> {
    const begin = `${origin}/…`;
    if (seesOnlyBeginnings(req.identity!)) return begin;
    return (await loaders.of(this.loaded.urls).load(rowId)) ?? begin;
  }

  @ResolveField(() => User, {
    nullable: true,
    description: 'Who created it, and is told by email when it is paused.',
  })
  async user(
    @Parent() { userRowId }: Webhook,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.loaded.users).load(userRowId);
  }

  @ResolveField(() => WebhookDeliveryConnection, {
    description: 'Its messages of the last 30 days, newest first.',
  })
  async deliveries(
    @Parent() { rowId }: Webhook,
    @Args() args: WebhookDeliveriesArgs,
  ): Promise<Connection<WebhookDelivery>> {
    const { first, after } = forwardPage(args);
    const rows = await this.service.listDeliveries(rowId, {
      status: args.status ?? null,
      before: after === null ? null : requireRowId(after, WEBHOOK_DELIVERY_TYPE),
      limit: first + 1,
    });
    const toCursor = (row: (typeof rows)[number]) => toWebhookDelivery(row).id;
    return keysetConnection(rows, first, after, toCursor, toWebhookDelivery);
  }

  @Mutation(() => WebhookSecretPayload, { description: 'Creates a webhook with a new secret.' })
  @Access('MEMBER', 'by project role')
  async createWebhook(
    @Args('input') input: CreateWebhookInput,
    @Caller() caller: Identity,
  ): Promise<WebhookSecretPayload> {
    const { row, secret } = await this.service.create(toDraft(input), caller);
    return { webhook: toWebhook(row), secret, query: {} };
  }

  @Mutation(() => WebhookMutationPayload, { description: 'Changes a webhook. Its secret stays.' })
  @Access('MEMBER', 'by project role')
  async updateWebhook(
    @Args('input') input: UpdateWebhookInput,
    @Caller() caller: Identity,
  ): Promise<WebhookMutationPayload> {
    const id = requireRowId(input.id, WEBHOOK_TYPE);
    return {
      webhook: toWebhook(await this.service.update(id, toChanges(input), caller)),
      query: {},
    };
  }

  @Mutation(() => WebhookSecretPayload, {
    description: 'Replaces the secret of a webhook. Messages are signed with the new one at once.',
  })
  @Access('MEMBER', 'by project role')
  async rotateWebhookSecret(
    @Args('input') { id }: WebhookIdInput,
    @Caller() caller: Identity,
  ): Promise<WebhookSecretPayload> {
    const { row, secret } = await this.service.rotateSecret(requireRowId(id, WEBHOOK_TYPE), caller);
    return { webhook: toWebhook(row), secret, query: {} };
  }

  @Mutation(() => DeleteWebhooksPayload, {
    description: 'Deletes webhooks with their logs, or none if one does not exist.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteWebhooks(
    @Args('input') { webhookIds }: DeleteWebhooksInput,
    @Caller() caller: Identity,
  ): Promise<DeleteWebhooksPayload> {
    await this.service.delete(requireRowIds(webhookIds, WEBHOOK_TYPE), caller);
    return { deletedWebhookIds: webhookIds, query: {} };
  }

  @Mutation(() => WebhookMutationPayload, {
    description: 'Sends a test message to a webhook. Its log shows the result.',
  })
  @Access('MEMBER', 'by project role')
  async testWebhook(@Args('input') { id }: WebhookIdInput): Promise<WebhookMutationPayload> {
    const row = await this.service.test(requireRowId(id, WEBHOOK_TYPE));
    return { webhook: toWebhook(row), query: {} };
  }
}

/** Returns whether a caller may not see what addresses of webhooks keep secret. */
function seesOnlyBeginnings({ role, key }: Identity): boolean {
  return !includesRole(role, 'MEMBER') || key?.scope === 'read';
}
