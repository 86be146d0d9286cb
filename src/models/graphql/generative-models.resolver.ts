import {
  Args,
  Context,
  Float,
  Mutation,
  Parent,
  Query,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { Access } from '../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { createLoaderById } from '../../kernel/graphql/loaders.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { ValidationResult } from '../../kernel/graphql/validation-result.type.js';
import type { Connection } from '../../kernel/pagination/connection.js';
import { OffsetPageArgs, offsetConnection } from '../../kernel/pagination/offset-page.js';
import {
  explainPattern,
  GENERATIVE_MODEL_TYPE,
  GenerativeModelsService,
  type NewModel,
} from '../generative-models.service.js';
import {
  CreateModelMutationInput,
  DeleteModelMutationInput,
  UpdateModelMutationInput,
} from './generative-model.inputs.js';
import {
  CreateModelMutationPayload,
  DeleteModelMutationPayload,
  GenerativeModel,
  GenerativeModelConnection,
  toGenerativeModel,
  TokenKind,
  TokenPrice,
  toTokenPrice,
  UpdateModelMutationPayload,
} from './generative-model.type.js';
import { GenerativeModelsLoaders } from './generative-models.loader.js';

@Resolver(() => GenerativeModel)
export class GenerativeModelsResolver {
  constructor(
    private readonly models: GenerativeModelsService,
    private readonly loaded: GenerativeModelsLoaders,
    nodes: NodeRegistry,
  ) {
    const byId = createLoaderById((ids) => models.findByIds(ids), toGenerativeModel);
    nodes.register(GENERATIVE_MODEL_TYPE, (id, { loaders }) => loaders.of(byId).load(id));
  }

  @Query(() => GenerativeModelConnection, {
    description: 'Models with prices. Custom ones first, then by provider and name.',
  })
  @Access('VIEWER')
  generativeModels(@Args() args: OffsetPageArgs): Promise<Connection<GenerativeModel>> {
    const list = {
      slice: (slice: { offset: number; limit: number }) => this.models.list(slice),
      count: () => this.models.count(),
    };
    return offsetConnection(args, list, toGenerativeModel);
  }

  @Query(() => ValidationResult, {
    description: 'Checks a regular expression for `namePattern`.',
  })
  @Access('VIEWER')
  validateRegularExpression(@Args('regex') regex: string): ValidationResult {
    const errorMessage = explainPattern(regex);
    return { isValid: errorMessage === null, errorMessage, warnings: [] };
  }

  @ResolveField(() => [TokenPrice], { description: 'Prompt first, sorted by type.' })
  async tokenPrices(
    @Parent() { rowId }: GenerativeModel,
    @Context() { loaders }: GraphqlContext,
  ): Promise<TokenPrice[]> {
    return (await loaders.of(this.loaded.prices).load(rowId)).map(toTokenPrice);
  }

  @ResolveField(() => Float, {
    nullable: true,
    description:
      'A number of prompt tokens. Above it, the prices `tierCostPerMillionTokens` apply to all tokens of the call. Null if there are none.',
  })
  async tierThreshold(
    @Parent() { rowId }: GenerativeModel,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number | null> {
    const prices = await loaders.of(this.loaded.prices).load(rowId);
    return prices.find((price) => price.tierThreshold !== null)?.tierThreshold ?? null;
  }

  @Mutation(() => CreateModelMutationPayload, {
    description: 'Creates a custom model. Its prices apply to spans that are stored from now on.',
  })
  @Access('MEMBER')
  async createModel(
    @Args('input') input: CreateModelMutationInput,
  ): Promise<CreateModelMutationPayload> {
    return { model: toGenerativeModel(await this.models.create(toNewModel(input))), query: {} };
  }

  @Mutation(() => UpdateModelMutationPayload, {
    description: 'Replaces a custom model and its prices. Built-in models cannot be changed.',
  })
  @Access('MEMBER')
  async updateModel(
    @Args('input') input: UpdateModelMutationInput,
  ): Promise<UpdateModelMutationPayload> {
    const model = await this.models.update(input.id, toNewModel(input));
    return { model: toGenerativeModel(model), query: {} };
  }

  @Mutation(() => DeleteModelMutationPayload, {
    description: 'Deletes a custom model. The cost of spans stays as it is.',
  })
  @Access('MEMBER', 'while storage is full too')
  async deleteModel(
    @Args('input') { id }: DeleteModelMutationInput,
  ): Promise<DeleteModelMutationPayload> {
    return { model: toGenerativeModel(await this.models.delete(id)), query: {} };
  }
}

function toNewModel(input: CreateModelMutationInput): NewModel {
  return {
    name: input.name,
    provider: input.provider ?? '',
    namePattern: input.namePattern,
    startTime: input.startTime ?? null,
    tierThreshold: input.tierThreshold ?? null,
    prices: input.costs.map((price) => ({
      tokenType: price.tokenType,
      isPrompt: price.kind === TokenKind.PROMPT,
      costPerMillion: price.costPerMillionTokens,
      tierCostPerMillion: price.tierCostPerMillionTokens ?? null,
    })),
  };
}
