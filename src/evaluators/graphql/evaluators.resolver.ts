import { Args, Context, Int, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Access } from '../../kernel/access/handler-access.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { JsonScalar } from '../../kernel/graphql/scalars.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { Connection } from '../../kernel/pagination/connection.js';
import { offsetConnection } from '../../kernel/pagination/offset-page.js';
import { Prompt } from '../../prompts/graphql/prompt.type.js';
import { PromptVersionTag } from '../../prompts/tags/graphql/prompt-version-tag.type.js';
import { PromptVersion } from '../../prompts/versions/graphql/prompt-version.type.js';
import { User } from '../../users/graphql/user.type.js';
import { EVALUATOR_TYPES, EvaluatorsService } from '../evaluators.service.js';
import {
  BuiltInEvaluator,
  Evaluator,
  EvaluatorConnection,
  LLMEvaluator,
  toEvaluator,
} from './evaluator.type.js';
import { EvaluatorsArgs, toOrder } from './evaluators.args.js';
import { EvaluatorsLoaders } from './evaluators.loader.js';

@Resolver(() => Evaluator)
export class EvaluatorsResolver {
  constructor(
    private readonly evaluatorsService: EvaluatorsService,
    private readonly evaluatorsLoaders: EvaluatorsLoaders,
    nodes: NodeRegistry,
  ) {
    for (const typeName of [EVALUATOR_TYPES.LLM, EVALUATOR_TYPES.BUILTIN]) {
      nodes.register(typeName, async (id, { loaders }) => {
        const evaluator = await loaders.of(evaluatorsLoaders.byId).load(id);
        return evaluator && EVALUATOR_TYPES[evaluator.kind] === typeName ? evaluator : null;
      });
    }
  }

  @Query(() => EvaluatorConnection, {
    description: 'Evaluators. Built-in ones are listed if a dataset uses them, or on request.',
  })
  @Access('VIEWER')
  evaluators(
    @Args() { sort, filter, includeUnusedBuiltin, ...page }: EvaluatorsArgs,
  ): Promise<Connection<Evaluator>> {
    const selection = { name: filter?.value ?? null, withUnusedBuiltIn: includeUnusedBuiltin };
    const list = {
      slice: (slice: { offset: number; limit: number }) =>
        this.evaluatorsService.listSlice(selection, toOrder(sort), slice),
      count: () => this.evaluatorsService.count(selection),
    };
    return offsetConnection(page, list, toEvaluator);
  }

  @Query(() => Int, { description: 'The number of evaluators that `evaluators` lists by default.' })
  @Access('VIEWER')
  evaluatorCount(): Promise<number> {
    return this.evaluatorsService.count({ name: null, withUnusedBuiltIn: false });
  }

  @Query(() => [BuiltInEvaluator], { description: 'All evaluators that are part of Spandrel.' })
  @Access('VIEWER')
  async builtInEvaluators(): Promise<Evaluator[]> {
    return (await this.evaluatorsService.listBuiltIn()).map(toEvaluator);
  }

  @ResolveField(() => User, {
    nullable: true,
    description: 'The user who created it. Null if unknown or deleted, and for built-in ones.',
  })
  async user(
    @Parent() { userRowId }: Evaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.evaluatorsLoaders.users).load(userRowId);
  }

  @ResolveField(() => User, {
    nullable: true,
    description: 'The user who changed it last. Null if unknown or deleted, and for built-in ones.',
  })
  async updatedBy(
    @Parent() { updatedByRowId }: Evaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    if (updatedByRowId === null) return null;
    return loaders.of(this.evaluatorsLoaders.users).load(updatedByRowId);
  }
}

/** The prompt of an evaluator that asks a model. */
@Resolver(() => LLMEvaluator)
export class LlmEvaluatorsResolver {
  constructor(private readonly evaluatorsLoaders: EvaluatorsLoaders) {}

  @ResolveField(() => Prompt)
  async prompt(
    @Parent() { promptRowId }: LLMEvaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Prompt> {
    const prompt = await loaders.of(this.evaluatorsLoaders.prompts).load(promptRowId);
    return requireKnown(prompt);
  }

  @ResolveField(() => PromptVersion, {
    description:
      'The version that it uses: the one that the tag points to, or the newest if the tag has been deleted.',
  })
  async promptVersion(
    @Parent() { promptVersionRowId }: LLMEvaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<PromptVersion> {
    const version = await loaders.of(this.evaluatorsLoaders.versions).load(promptVersionRowId);
    return requireKnown(version);
  }

  @ResolveField(() => PromptVersionTag, {
    nullable: true,
    description: 'The tag that points to the version. If you move it, the evaluator follows it.',
  })
  async promptVersionTag(
    @Parent() { promptVersionTagRowId: id }: LLMEvaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<PromptVersionTag | null> {
    return id === null ? null : loaders.of(this.evaluatorsLoaders.tags).load(id);
  }

  @ResolveField(() => JsonScalar, {
    description: 'A JSON schema of the inputs, which are the variables of the prompt.',
  })
  async inputSchema(
    @Parent() { promptVersionRowId }: LLMEvaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<JsonObject> {
    const names = requireKnown(
      await loaders.of(this.evaluatorsLoaders.variables).load(promptVersionRowId),
    );
    return {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, {}])),
      required: names,
    };
  }
}

/** Evaluators are deleted before their prompts. */
function requireKnown<T>(found: T | null): T {
  if (found === null) throw new NotFoundError('The evaluator has since been deleted.');
  return found;
}
