import { Field, HideField, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../common/pagination/connection.js';
import { Node } from '../../../common/graphql/node.type.js';
import { DateTimeScalar } from '../../../common/graphql/scalars.js';
import { PromptTemplateFormat, PromptTemplateType } from './prompt-template.type.js';
import { MODEL_PROVIDERS, type ModelProviderName } from '../prompt-version-content.js';
import type { PromptVersionRow } from '../prompt-version.entity.js';

/** Type name inside a version's global id. */
export const PROMPT_VERSION_TYPE = 'PromptVersion';

export const ModelProvider = Object.fromEntries(
  MODEL_PROVIDERS.map((name) => [name, name]),
) as Record<ModelProviderName, ModelProviderName>;

registerEnumType(ModelProvider, {
  name: 'ModelProvider',
  description: 'Whose models a prompt is for.',
});

@ObjectType({
  description: 'What a prompt said at one time. It never changes.',
  implements: () => Node,
})
export class PromptVersion implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @HideField()
  promptRowId: number;

  @Field(() => String, { nullable: true, description: 'What its author says of it.' })
  description: string | null;

  @Field(() => PromptTemplateType)
  templateType: PromptTemplateType;

  @Field(() => PromptTemplateFormat)
  templateFormat: PromptTemplateFormat;

  @Field(() => ModelProvider)
  modelProvider: ModelProviderName;

  @Field(() => String)
  modelName: string;

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
    modelProvider: row.modelProvider as ModelProviderName,
    modelName: row.modelName,
    createdAt: row.createdAt,
    userRowId: row.userId,
  };
}
