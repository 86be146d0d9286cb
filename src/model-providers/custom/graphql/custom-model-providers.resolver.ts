import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { assertRole, Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { createLoaderById } from '../../../kernel/graphql/loaders.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import {
  type Connection,
  forwardPage,
  keysetConnection,
  ForwardPageArgs,
} from '../../../kernel/pagination/connection.js';
import { parseRowCursor, toKeysetCursor } from '../../../kernel/pagination/keyset-cursor.js';
import { toUser, User } from '../../../users/graphql/user.type.js';
import { UsersService } from '../../../users/users.service.js';
import {
  CUSTOM_PROVIDER_TYPE,
  CustomModelProvidersService,
} from '../custom-model-providers.service.js';
import {
  CreateGenerativeModelCustomProviderMutationInput,
  DeleteGenerativeModelCustomProviderMutationInput,
  PatchGenerativeModelCustomProviderMutationInput,
} from './custom-model-provider.inputs.js';
import {
  CreateGenerativeModelCustomProviderMutationPayload,
  DeleteGenerativeModelCustomProviderMutationPayload,
  GenerativeModelCustomProvider,
  GenerativeModelCustomProviderConnection,
  PatchGenerativeModelCustomProviderMutationPayload,
  toCustomProvider,
} from './custom-model-provider.type.js';
import { CustomModelProvidersLoaders } from './custom-model-providers.loader.js';
import { toConnectionDraft } from './custom-provider-config.inputs.js';
import { GenerativeModelCustomProviderConfig, toConfig } from './custom-provider-config.type.js';

@Resolver(() => GenerativeModelCustomProvider)
export class CustomModelProvidersResolver {
  private readonly users;

  constructor(
    private readonly providers: CustomModelProvidersService,
    private readonly loaded: CustomModelProvidersLoaders,
    nodes: NodeRegistry,
    users: UsersService,
  ) {
    const byId = createLoaderById((ids) => providers.findByIds(ids), toCustomProvider);
    nodes.register(CUSTOM_PROVIDER_TYPE, (id, { loaders }) => loaders.of(byId).load(id));
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
  }

  @Query(() => GenerativeModelCustomProviderConnection, {
    description: 'The model providers that administrators configured, newest first.',
  })
  @Access('VIEWER')
  async generativeModelCustomProviders(
    @Args() args: ForwardPageArgs,
  ): Promise<Connection<GenerativeModelCustomProvider>> {
    const { first, after } = forwardPage({ first: args.first ?? 50, after: args.after });
    const from = after === null ? null : parseRowCursor(after) - 1;
    const rows = await this.providers.listPage({ from, limit: first + 1 });
    return keysetConnection(rows, first, after, toKeysetCursor, toCustomProvider);
  }

  @ResolveField(() => GenerativeModelCustomProviderConfig, {
    description:
      'How to reach the provider, with masks instead of credentials. Visible to administrators.',
  })
  async config(
    @Parent() { rowId }: GenerativeModelCustomProvider,
    @Caller() caller: Identity,
    @Context() { loaders }: GraphqlContext,
  ): Promise<typeof GenerativeModelCustomProviderConfig> {
    assertRole(caller, 'ADMIN', false);
    const connection = await loaders.of(this.loaded.connections).load(rowId);
    return toConfig(connection ?? { fault: 'It has since been deleted.' });
  }

  @ResolveField(() => User, {
    nullable: true,
    description: 'Who last changed it. Null if unknown or deleted.',
  })
  async user(
    @Parent() { userId }: GenerativeModelCustomProvider,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userId === null ? null : loaders.of(this.users).load(userId);
  }

  @Mutation(() => CreateGenerativeModelCustomProviderMutationPayload, {
    description: 'Creates a model provider. Its credentials are stored sealed and never shown.',
  })
  @Access('ADMIN')
  async createGenerativeModelCustomProvider(
    @Args('input') input: CreateGenerativeModelCustomProviderMutationInput,
    @Caller() caller: Identity,
  ): Promise<CreateGenerativeModelCustomProviderMutationPayload> {
    const { name, description, provider, clientConfig, modelNames } = input;
    const row = await this.providers.create(
      {
        name,
        description: description || null,
        provider,
        connection: toConnectionDraft(clientConfig),
        modelNames: modelNames ?? [],
      },
      caller,
    );
    return { provider: toCustomProvider(row), query: {} };
  }

  @Mutation(() => PatchGenerativeModelCustomProviderMutationPayload, {
    description: 'Changes a model provider.',
  })
  @Access('ADMIN')
  async patchGenerativeModelCustomProvider(
    @Args('input') input: PatchGenerativeModelCustomProviderMutationInput,
    @Caller() caller: Identity,
  ): Promise<PatchGenerativeModelCustomProviderMutationPayload> {
    const { id, name, description, provider, clientConfig, modelNames } = input;
    const changes = {
      ...(name && { name }),
      ...(typeof description === 'string' && { description: description || null }),
      ...(provider && { provider }),
      ...(clientConfig && { connection: toConnectionDraft(clientConfig) }),
      ...(modelNames && { modelNames }),
    };
    const row = await this.providers.update(id, changes, caller);
    return { provider: toCustomProvider(row), query: {} };
  }

  @Mutation(() => DeleteGenerativeModelCustomProviderMutationPayload, {
    description: 'Deletes a model provider with its credentials.',
  })
  @Access('ADMIN', 'while storage is full too')
  async deleteGenerativeModelCustomProvider(
    @Args('input') { id }: DeleteGenerativeModelCustomProviderMutationInput,
    @Caller() caller: Identity,
  ): Promise<DeleteGenerativeModelCustomProviderMutationPayload> {
    await this.providers.delete(id, caller);
    return { id, query: {} };
  }
}
