import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { assertRole, Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import {
  type Connection,
  forwardPage,
  keysetConnection,
} from '../../kernel/pagination/connection.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { sortByKeys, createLoaderById } from '../../kernel/graphql/loaders.js';
import { MASK } from '../../kernel/security/mask-secret.js';
import { toUser, User } from '../../users/graphql/user.type.js';
import { UsersService } from '../../users/users.service.js';
import { SecretsArgs, UpsertOrDeleteSecretsMutationInput } from './secret.inputs.js';
import { parseSecretCursor, toSecretCursor } from '../secret-key.js';
import {
  Secret,
  SECRET_TYPE,
  SecretConnection,
  SecretValue,
  toSecret,
  UpsertOrDeleteSecretsPayload,
} from './secret.type.js';
import { SecretFaultsLoader, SecretsLoader } from './secrets.loader.js';
import { SecretsService } from '../secrets.service.js';

@Resolver(() => Secret)
export class SecretsResolver {
  private readonly users;

  constructor(
    private readonly secretsService: SecretsService,
    loader: SecretsLoader,
    private readonly faults: SecretFaultsLoader,
    nodes: NodeRegistry,
    users: UsersService,
  ) {
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
    nodes.registerKeyed(SECRET_TYPE, (key, { loaders }) => loaders.of(loader).load(key));
  }

  @Query(() => SecretConnection, { description: 'Secrets, ordered by key.' })
  @Access('VIEWER')
  async secrets(@Args() args: SecretsArgs): Promise<Connection<Secret>> {
    const { first, after } = forwardPage({ first: args.first ?? 50, after: args.after });
    const cursor = after === null ? null : parseSecretCursor(after);
    const rows = await this.secretsService.listPage(args.keys ?? null, cursor, first + 1);
    return keysetConnection(rows, first, after, ({ key }) => toSecretCursor(key), toSecret);
  }

  @Mutation(() => UpsertOrDeleteSecretsPayload, {
    description: 'Stores and deletes secrets. If one change is not valid, makes none.',
  })
  @Access('ADMIN')
  async upsertOrDeleteSecrets(
    @Args('input') input: UpsertOrDeleteSecretsMutationInput,
    @Caller() caller: Identity,
  ): Promise<UpsertOrDeleteSecretsPayload> {
    const changes = input.secrets.map(({ key, value }) => ({ key, value: value ?? null }));
    const { upserted, deleted } = await this.secretsService.change(changes, caller);
    const secrets = (await this.secretsService.findByKeys(upserted)).map(toSecret);
    return {
      // Leaves out secrets that have just been deleted.
      upsertedSecrets: sortByKeys(upserted, secrets, ({ key }) => key).filter(
        (secret) => secret !== null,
      ),
      deletedIds: deleted.map((key) => toGlobalId(SECRET_TYPE, key)),
      query: {},
    };
  }

  @ResolveField(() => SecretValue, {
    description:
      'Whether the value can be read. Visible to administrators; the value itself is never shown.',
  })
  async value(
    @Parent() { key }: Secret,
    @Caller() caller: Identity,
    @Context() { loaders }: GraphqlContext,
  ): Promise<typeof SecretValue> {
    assertRole(caller, 'ADMIN', false);
    const fault = await loaders.of(this.faults).load(key);
    return fault === null ? { value: MASK } : { parseError: fault };
  }

  @ResolveField(() => User, {
    nullable: true,
    description: 'Who last set it. Null if unknown or deleted.',
  })
  async user(
    @Parent() { userId }: Secret,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userId === null ? null : loaders.of(this.users).load(userId);
  }
}
