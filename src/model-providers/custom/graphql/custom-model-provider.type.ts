import { Field, HideField, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import type { ProviderSdk } from '../../../config/model-providers.js';
import {
  CUSTOM_PROVIDER_TYPE,
  type CustomModelProvider,
} from '../custom-model-providers.service.js';

const GenerativeModelSDK = {
  OPENAI: 'openai',
  AZURE_OPENAI: 'azure_openai',
  ANTHROPIC: 'anthropic',
  GOOGLE_GENAI: 'google_genai',
  AWS_BEDROCK: 'aws_bedrock',
} as const satisfies Record<string, ProviderSdk>;

registerEnumType(GenerativeModelSDK, {
  name: 'GenerativeModelSDK',
  description: 'The libraries that speak the wire formats of model providers.',
});

@ObjectType({
  implements: () => Node,
  description: 'A model provider that an administrator configured. Everyone can use it.',
})
export class GenerativeModelCustomProvider implements Node {
  @Field(() => ID)
  id: string;

  @Field(() => String, { description: 'Unique.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => String, { description: 'Who runs the models, in any words.' })
  provider: string;

  @Field(() => GenerativeModelSDK)
  sdk: ProviderSdk;

  @Field(() => [String], {
    description: 'The models that users can choose. They can also type others.',
  })
  modelNames: string[];

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;

  @HideField()
  rowId: number;

  @HideField()
  userId: number | null;
}

@ObjectType()
export class GenerativeModelCustomProviderEdge extends EdgeOf(GenerativeModelCustomProvider) {}

@ObjectType()
export class GenerativeModelCustomProviderConnection extends ConnectionOf(
  GenerativeModelCustomProviderEdge,
) {}

@ObjectType({ isAbstract: true })
abstract class CustomProviderPayload {
  @Field(() => GenerativeModelCustomProvider)
  provider: GenerativeModelCustomProvider;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class CreateGenerativeModelCustomProviderMutationPayload extends CustomProviderPayload {}

@ObjectType()
export class PatchGenerativeModelCustomProviderMutationPayload extends CustomProviderPayload {}

@ObjectType()
export class DeleteGenerativeModelCustomProviderMutationPayload {
  @Field(() => ID, { description: 'Of the deleted provider.' })
  id: string;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toCustomProvider(row: CustomModelProvider): GenerativeModelCustomProvider {
  return {
    id: toGlobalId(CUSTOM_PROVIDER_TYPE, row.id),
    name: row.name,
    description: row.description,
    provider: row.provider,
    sdk: row.sdk,
    modelNames: row.modelNames,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    rowId: row.id,
    userId: row.userId,
  };
}
