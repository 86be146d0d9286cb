import { Field, HideField, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../../kernel/graphql/node.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { MODEL_PROVIDER_KEYS, type ModelProviderKey } from '../../../config/model-providers.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import {
  PromptTemplateFormat,
  PromptTemplateType,
} from '../../templates/graphql/prompt-template.type.js';
import { PROMPT_VERSION_TYPE, type PromptVersionRow } from '../prompt-version.entity.js';

export const ModelProvider = Object.fromEntries(
  MODEL_PROVIDER_KEYS.map((name) => [name, name]),
) as Record<ModelProviderKey, ModelProviderKey>;

registerEnumType(ModelProvider, {
  name: 'ModelProvider',
  description: 'The provider of the model.',
});

@ObjectType({
  description: 'A state of a prompt. Never changes.',
  implements: () => Node,
})
export class PromptVersion implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @HideField()
  promptRowId: number;

  @Field(() => String, { nullable: true, description: "The author's note." })
  description: string | null;

  @Field(() => PromptTemplateType)
  templateType: PromptTemplateType;

  @Field(() => PromptTemplateFormat)
  templateFormat: PromptTemplateFormat;

  @Field(() => ModelProvider)
  modelProvider: ModelProviderKey;

  @Field(() => String)
  modelName: string;

  @HideField()
  customProviderRowId: number | null;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @HideField()
  userRowId: number | null;
}

@ObjectType()
export class PromptVersionEdge extends EdgeOf(PromptVersion) {}

@ObjectType()
export class PromptVersionConnection extends ConnectionOf(PromptVersionEdge) {}

export function toPromptVersion(row: PromptVersionRow): PromptVersion {
  return {
    id: toGlobalId(PROMPT_VERSION_TYPE, row.id),
    rowId: row.id,
    promptRowId: row.promptId,
    description: row.description,
    templateType: row.templateType === 'CHAT' ? PromptTemplateType.CHAT : PromptTemplateType.STRING,
    templateFormat: row.templateFormat as PromptTemplateFormat,
    modelProvider: row.modelProvider as ModelProviderKey,
    modelName: row.modelName,
    customProviderRowId: row.customProviderId,
    createdAt: row.createdAt,
    userRowId: row.userId,
  };
}
