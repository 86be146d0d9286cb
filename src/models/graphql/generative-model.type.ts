import { MODEL_PROVIDER_KEYS, type ModelProviderKey } from '../../config/model-providers.js';
import { Field, Float, HideField, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { currentScope } from '../../kernel/http/request-context.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../kernel/pagination/connection.js';
import { findPriceOrigin } from '../built-in-prices.js';
import type { GenerativeModelEntity } from '../generative-model.entity.js';
import { GenerativeModelKind } from '../generative-model.enum.js';
import {
  GENERATIVE_MODEL_TYPE,
  type TokenPrice as PriceRow,
} from '../generative-models.service.js';

export enum TokenKind {
  PROMPT = 'PROMPT',
  COMPLETION = 'COMPLETION',
}

registerEnumType(TokenKind, { name: 'TokenKind', description: 'The sides that tokens belong to.' });

registerEnumType(GenerativeModelKind, {
  name: 'GenerativeModelKind',
  description: 'The origin of a model: users, or the server.',
});

/** Providers of models: those that the server can ask, and others that send spans. */
export type GenerativeProviderKey = ModelProviderKey | 'COHERE' | 'MISTRAL';

const KEYS: readonly GenerativeProviderKey[] = [...MODEL_PROVIDER_KEYS, 'COHERE', 'MISTRAL'];

export const GenerativeProviderKey = Object.fromEntries(KEYS.map((key) => [key, key])) as {
  [Key in GenerativeProviderKey]: Key;
};

registerEnumType(GenerativeProviderKey, {
  name: 'GenerativeProviderKey',
  description: 'Providers that the server knows.',
});

/** By the value of `llm.provider`. */
const PROVIDER_KEYS: ReadonlyMap<string, GenerativeProviderKey> = new Map([
  ['openai', GenerativeProviderKey.OPENAI],
  ['anthropic', GenerativeProviderKey.ANTHROPIC],
  ['azure', GenerativeProviderKey.AZURE_OPENAI],
  ['google', GenerativeProviderKey.GOOGLE],
  ['deepseek', GenerativeProviderKey.DEEPSEEK],
  ['xai', GenerativeProviderKey.XAI],
  ['aws', GenerativeProviderKey.AWS],
  ['cohere', GenerativeProviderKey.COHERE],
  ['mistralai', GenerativeProviderKey.MISTRAL],
  ['perplexity', GenerativeProviderKey.PERPLEXITY],
]);

const MILLION = 1_000_000;

@ObjectType({ description: 'The price of one type of tokens, in US dollars.' })
export class TokenPrice {
  @Field(() => String, { description: '`input`, `output`, `cache_read` and so on.' })
  tokenType: string;

  @Field(() => TokenKind)
  kind: TokenKind;

  @Field(() => Float)
  costPerMillionTokens: number;

  @Field(() => Float)
  costPerToken: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'The price per million tokens if the prompt has more tokens than `tierThreshold` of the model; null if it stays the same.',
  })
  tierCostPerMillionTokens: number | null;
}

@ObjectType({
  implements: () => Node,
  description: 'A model with prices. Its pattern tells which model names in spans refer to it.',
})
export class GenerativeModel implements Node {
  @Field(() => ID)
  id: string;

  @Field(() => String)
  name: string;

  @Field(() => String, {
    nullable: true,
    description: 'As in the attribute `llm.provider`; null if the prices apply to any provider.',
  })
  provider: string | null;

  @Field(() => GenerativeProviderKey, {
    nullable: true,
    description: 'The provider, if the server knows it.',
  })
  providerKey: GenerativeProviderKey | null;

  @Field(() => String, {
    description: 'A regular expression in RE2 syntax, searched in the attribute `llm.model_name`.',
  })
  namePattern: string;

  @Field(() => GenerativeModelKind)
  kind: GenerativeModelKind;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The prices apply to spans that start from then on; null for all.',
  })
  startTime: string | null;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Start of the latest span that the model priced; null if there is none, or if you cannot see every project.',
  })
  lastUsedAt: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where the prices come from; null for custom models.',
  })
  priceSource: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The day on which the source gave the prices, such as `2026-11-23`; null for custom models.',
  })
  priceDate: string | null;

  @HideField()
  rowId: number;
}

@ObjectType()
export class GenerativeModelEdge extends EdgeOf(GenerativeModel) {}

@ObjectType()
export class GenerativeModelConnection extends ConnectionOf(GenerativeModelEdge) {}

@ObjectType({ isAbstract: true })
abstract class ModelPayload {
  @Field(() => GenerativeModel)
  model: GenerativeModel;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class CreateModelMutationPayload extends ModelPayload {}

@ObjectType()
export class UpdateModelMutationPayload extends ModelPayload {}

@ObjectType()
export class DeleteModelMutationPayload extends ModelPayload {}

export function toGenerativeModel(row: GenerativeModelEntity): GenerativeModel {
  const origin = row.kind === GenerativeModelKind.BUILT_IN ? findPriceOrigin(row.name) : null;
  return {
    id: toGlobalId(GENERATIVE_MODEL_TYPE, row.id),
    name: row.name,
    provider: row.provider || null,
    providerKey: PROVIDER_KEYS.get(row.provider.toLowerCase()) ?? null,
    namePattern: row.namePattern,
    kind: row.kind,
    startTime: row.startTime,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    // It would tell when others work.
    lastUsedAt: currentScope() ? null : row.lastUsedAt,
    priceSource: origin?.source ?? null,
    priceDate: origin?.date ?? null,
    rowId: row.id,
  };
}

export function toTokenPrice(row: PriceRow): TokenPrice {
  const { tokenType, isPrompt, costPerMillion, tierCostPerMillion } = row;
  return {
    tokenType,
    kind: isPrompt ? TokenKind.PROMPT : TokenKind.COMPLETION,
    costPerMillionTokens: costPerMillion,
    costPerToken: costPerMillion / MILLION,
    tierCostPerMillionTokens: tierCostPerMillion,
  };
}
