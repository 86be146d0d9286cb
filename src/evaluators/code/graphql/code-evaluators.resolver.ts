import { Args, Context, ID, Int, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { createLoaderById } from '../../../kernel/graphql/loaders.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { offsetConnection, OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';
import { SandboxConfig, toSandboxConfig } from '../../../sandbox/graphql/sandbox.type.js';
import { SandboxConfigsService } from '../../../sandbox/sandbox-configs.service.js';
import { User } from '../../../users/graphql/user.type.js';
import { EVALUATOR_TYPES, type EvaluatorRow } from '../../evaluators.service.js';
import { CodeEvaluator, toEvaluator } from '../../graphql/evaluator.type.js';
import { EvaluatorsLoaders } from '../../graphql/evaluators.loader.js';
import { CODE_VERSION_TYPE, CodeEvaluatorsService } from '../code-evaluators.service.js';
import {
  CreateCodeEvaluatorInput,
  CreateCodeEvaluatorVersionInput,
  PatchCodeEvaluatorInput,
  toCodeChanges,
  toCodeDraft,
} from './code-evaluator.inputs.js';
import {
  CodeEvaluatorMutationPayload,
  CodeEvaluatorVersion,
  CodeEvaluatorVersionConnection,
  CreateCodeEvaluatorVersionPayload,
} from './code-evaluator.type.js';
import { CodeEvaluatorsLoaders } from './code-evaluators.loader.js';

@Resolver(() => CodeEvaluator)
export class CodeEvaluatorsResolver {
  private readonly sandboxes;

  constructor(
    private readonly codeEvaluators: CodeEvaluatorsService,
    private readonly loaded: CodeEvaluatorsLoaders,
    private readonly evaluators: EvaluatorsLoaders,
    sandboxes: SandboxConfigsService,
    nodes: NodeRegistry,
  ) {
    this.sandboxes = createLoaderById((ids) => sandboxes.findByIds(ids), toSandboxConfig);
    nodes.register(EVALUATOR_TYPES.CODE, async (id, { loaders }) => {
      const evaluator = await loaders.of(evaluators.byId).load(id);
      return evaluator && EVALUATOR_TYPES[evaluator.kind] === EVALUATOR_TYPES.CODE
        ? evaluator
        : null;
    });
    nodes.register(CODE_VERSION_TYPE, (id, { loaders }) => loaders.of(loaded.versions).load(id));
  }

  @Mutation(() => CodeEvaluatorMutationPayload, {
    description: 'Creates an evaluator with code. Add it to datasets to use it.',
  })
  @Access('MEMBER')
  async createCodeEvaluator(
    @Args('input') input: CreateCodeEvaluatorInput,
    @Caller() caller: Identity,
  ): Promise<CodeEvaluatorMutationPayload> {
    const { language, sourceCode: source } = input;
    const draft = toCodeDraft(input);
    return toPayload(await this.codeEvaluators.create(draft, { language, source }, caller));
  }

  @Mutation(() => CodeEvaluatorMutationPayload, {
    description: 'Changes an evaluator with code, but not its code.',
  })
  @Access('MEMBER')
  async patchCodeEvaluator(
    @Args('input') input: PatchCodeEvaluatorInput,
    @Caller() caller: Identity,
  ): Promise<CodeEvaluatorMutationPayload> {
    const id = requireRowId(input.id, EVALUATOR_TYPES.CODE);
    return toPayload(await this.codeEvaluators.update(id, toCodeChanges(input), caller));
  }

  @Mutation(() => CreateCodeEvaluatorVersionPayload, {
    description: 'Changes the code of an evaluator, for all datasets that use it.',
  })
  @Access('MEMBER')
  async createCodeEvaluatorVersion(
    @Args('input') { codeEvaluatorId, sourceCode }: CreateCodeEvaluatorVersionInput,
    @Caller() caller: Identity,
  ): Promise<CreateCodeEvaluatorVersionPayload> {
    const id = requireRowId(codeEvaluatorId, EVALUATOR_TYPES.CODE);
    const { evaluator, wasCreated } = await this.codeEvaluators.createVersion(
      id,
      sourceCode,
      caller,
    );
    return { evaluator: toEvaluator(evaluator) as CodeEvaluator, wasCreated, query: {} };
  }

  @ResolveField(() => CodeEvaluatorVersion, { description: 'The version that it uses.' })
  async currentVersion(
    @Parent() { versionRowId }: CodeEvaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<CodeEvaluatorVersion> {
    return requireKnown(await loaders.of(this.loaded.versions).load(versionRowId));
  }

  @ResolveField(() => String, { description: 'The code of the current version.' })
  async sourceCode(
    @Parent() parent: CodeEvaluator,
    @Context() context: GraphqlContext,
  ): Promise<string> {
    return (await this.currentVersion(parent, context)).sourceCode;
  }

  @ResolveField(() => JsonScalar, {
    description: 'A JSON schema of the inputs, which are the parameters of the function.',
  })
  async inputSchema(
    @Parent() parent: CodeEvaluator,
    @Context() context: GraphqlContext,
  ): Promise<JsonObject> {
    return (await this.currentVersion(parent, context)).inputSchema;
  }

  @ResolveField(() => SandboxConfig, { description: 'Where it runs.' })
  async sandboxConfig(
    @Parent() { sandboxConfigRowId }: CodeEvaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SandboxConfig> {
    return requireKnown(await loaders.of(this.sandboxes).load(sandboxConfigRowId));
  }

  @ResolveField(() => CodeEvaluatorVersion, { description: 'A version of the evaluator.' })
  async version(
    @Parent() { rowId }: CodeEvaluator,
    @Args('id', { type: () => ID }) id: string,
    @Context() { loaders }: GraphqlContext,
  ): Promise<CodeEvaluatorVersion> {
    const versionId = requireRowId(id, CODE_VERSION_TYPE);
    const found = await loaders.of(this.loaded.versions).load(versionId);
    if (found?.evaluatorRowId === rowId) return found;
    throw new NotFoundError(`Version "${id}" not found.`);
  }

  @ResolveField(() => Int)
  versionCount(
    @Parent() { rowId }: CodeEvaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.loaded.counts).load(rowId);
  }

  @ResolveField(() => CodeEvaluatorVersionConnection, { description: 'Newest first.' })
  versions(
    @Parent() { rowId: evaluatorId }: CodeEvaluator,
    @Args() page: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<CodeEvaluatorVersion>> {
    const list = {
      slice: async (slice: { offset: number; limit: number }) => {
        const ids = await loaders.of(this.loaded.slices).load({ evaluatorId, slice });
        const found = ids.map((id) => loaders.of(this.loaded.versions).load(id));
        return (await Promise.all(found)).filter((version) => version !== null);
      },
      count: () => loaders.of(this.loaded.counts).load(evaluatorId),
    };
    return offsetConnection(page, list, (version) => version);
  }
}

@Resolver(() => CodeEvaluatorVersion)
export class CodeEvaluatorVersionsResolver {
  constructor(
    private readonly loaded: CodeEvaluatorsLoaders,
    private readonly evaluators: EvaluatorsLoaders,
  ) {}

  @ResolveField(() => CodeEvaluatorVersion, {
    nullable: true,
    description: 'The version before; null for the first.',
  })
  async previousVersion(
    @Parent() { rowId }: CodeEvaluatorVersion,
    @Context() { loaders }: GraphqlContext,
  ): Promise<CodeEvaluatorVersion | null> {
    const id = await loaders.of(this.loaded.previous).load(rowId);
    return id === null ? null : loaders.of(this.loaded.versions).load(id);
  }

  @ResolveField(() => User, {
    nullable: true,
    description: 'The user who created it. Null if unknown or deleted.',
  })
  async user(
    @Parent() { userRowId }: CodeEvaluatorVersion,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.evaluators.users).load(userRowId);
  }
}

function toPayload(row: EvaluatorRow): CodeEvaluatorMutationPayload {
  return { evaluator: toEvaluator(row) as CodeEvaluator, query: {} };
}

function requireKnown<T>(found: T | null): T {
  if (found === null) throw new NotFoundError('The evaluator has since been deleted.');
  return found;
}
