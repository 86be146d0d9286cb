import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { BadRequestError, NotFoundError } from '../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { parseKeyedGlobalId, requireRowId } from '../../kernel/ids/global-id.js';
import { User } from '../../users/graphql/user.type.js';
import { SANDBOX_BACKENDS, type SandboxBackendKey } from '../sandbox-backends.js';
import {
  SANDBOX_CONFIG_TYPE,
  SANDBOX_PROVIDER_TYPE,
  SandboxConfigsService,
} from '../sandbox-configs.service.js';
import {
  CreateSandboxConfigInput,
  DeleteSandboxConfigInput,
  type SandboxConfigVariantInput,
  UpdateSandboxConfigInput,
  UpdateSandboxProviderInput,
} from './sandbox.inputs.js';
import {
  DeleteSandboxConfigPayload,
  SandboxBackend,
  SandboxConfig,
  SandboxConfigMutationPayload,
  SandboxProvider,
  toSandboxBackend,
  toSandboxConfig,
  toSandboxProvider,
  UpdateSandboxProviderPayload,
} from './sandbox.type.js';
import { SandboxesLoaders } from './sandboxes.loader.js';

@Resolver(() => SandboxConfig)
export class SandboxesResolver {
  constructor(
    private readonly configs: SandboxConfigsService,
    private readonly loaded: SandboxesLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(SANDBOX_CONFIG_TYPE, (id, { loaders }) => loaders.of(loaded.byId).load(id));
    nodes.registerKeyed(SANDBOX_PROVIDER_TYPE, async (key, { loaders }) =>
      isBackend(key) ? loaders.of(loaded.providers).load(key) : null,
    );
  }

  @Query(() => [SandboxBackend], { description: 'All that Spandrel knows to run code with.' })
  @Access('VIEWER')
  sandboxBackends(): SandboxBackend[] {
    return SANDBOX_BACKENDS.map(toSandboxBackend);
  }

  @Query(() => [SandboxProvider], { description: 'All backends, with the configs for each.' })
  @Access('VIEWER')
  async sandboxProviders(): Promise<SandboxProvider[]> {
    const states = await this.configs.listProviders();
    return SANDBOX_BACKENDS.map((backend) => toSandboxProvider(backend, states));
  }

  @ResolveField(() => SandboxProvider)
  provider(
    @Parent() { backendType }: SandboxConfig,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SandboxProvider> {
    return loaders.of(this.loaded.providers).load(backendType);
  }

  @ResolveField(() => User, {
    nullable: true,
    description: 'Who last changed it. Null if unknown or deleted.',
  })
  async user(
    @Parent() { userRowId }: SandboxConfig,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.loaded.users).load(userRowId);
  }

  @Mutation(() => SandboxConfigMutationPayload)
  @Access('ADMIN')
  async createSandboxConfig(
    @Args('input') { config, description, ...input }: CreateSandboxConfigInput,
    @Caller() caller: Identity,
  ): Promise<SandboxConfigMutationPayload> {
    const draft = { ...input, ...toVariant(config), description: description || null };
    return toPayload(await this.configs.create(draft, caller));
  }

  @Mutation(() => SandboxConfigMutationPayload)
  @Access('ADMIN')
  async updateSandboxConfig(
    @Args('input') input: UpdateSandboxConfigInput,
    @Caller() caller: Identity,
  ): Promise<SandboxConfigMutationPayload> {
    const { config, name, description, timeout, enabled } = input;
    const changes = {
      ...(config && toVariant(config)),
      ...(name && { name }),
      ...(typeof description === 'string' && { description: description || null }),
      ...(typeof timeout === 'number' && { timeout }),
      ...(typeof enabled === 'boolean' && { enabled }),
    };
    const id = requireRowId(input.id, SANDBOX_CONFIG_TYPE);
    return toPayload(await this.configs.update(id, changes, caller));
  }

  @Mutation(() => DeleteSandboxConfigPayload, {
    description: 'Deletes a config that no evaluator uses.',
  })
  @Access('ADMIN', 'while storage is full too')
  async deleteSandboxConfig(
    @Args('input') { id }: DeleteSandboxConfigInput,
  ): Promise<DeleteSandboxConfigPayload> {
    await this.configs.delete(requireRowId(id, SANDBOX_CONFIG_TYPE));
    return { deletedId: id, query: {} };
  }

  @Mutation(() => UpdateSandboxProviderPayload)
  @Access('ADMIN')
  async updateSandboxProvider(
    @Args('input') { id, enabled, deployment }: UpdateSandboxProviderInput,
  ): Promise<UpdateSandboxProviderPayload> {
    const parsed = parseKeyedGlobalId(id);
    if (parsed?.type !== SANDBOX_PROVIDER_TYPE || !isBackend(parsed.key)) {
      throw new NotFoundError(`Sandbox provider "${id}" not found.`);
    }
    if (deployment != null) {
      throw new BadRequestError('No provider with a deployment is available.');
    }
    if (typeof enabled === 'boolean') await this.configs.setEnabled(parsed.key, enabled);
    const states = await this.configs.listProviders();
    return { sandboxProvider: toSandboxProvider(parsed.key, states), query: {} };
  }
}

/** Adds its configs to the fields of a provider. */
@Resolver(() => SandboxProvider)
export class SandboxProvidersResolver {
  constructor(private readonly loaded: SandboxesLoaders) {}

  @ResolveField(() => [SandboxConfig], { description: 'By name.' })
  configs(
    @Parent() { backendType }: SandboxProvider,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SandboxConfig[]> {
    return loaders.of(this.loaded.configsOfProviders).load(backendType);
  }
}

function isBackend(key: string): key is SandboxBackendKey {
  return (SANDBOX_BACKENDS as readonly string[]).includes(key);
}

/** GraphQL has checked that exactly one is given. */
function toVariant({ wasm }: SandboxConfigVariantInput) {
  return { backend: 'WASM' as const, language: wasm!.language };
}

function toPayload(row: Parameters<typeof toSandboxConfig>[0]): SandboxConfigMutationPayload {
  return { sandboxConfig: toSandboxConfig(row), query: {} };
}
