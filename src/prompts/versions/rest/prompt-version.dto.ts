import { ApiProperty } from '@nestjs/swagger';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { openApiSchema } from '../../../kernel/validation/openapi-schema.js';
import { promptTemplate } from '../../templates/prompt-template.schema.js';
import { storedInvocationParameters } from '../invocation-parameters.schema.js';
import { promptResponseFormat, promptTools } from '../prompt-tools.schema.js';
import { MODEL_PROVIDER_KEYS, type ModelProviderKey } from '../../../config/model-providers.js';
import { type FullPromptVersion, PROMPT_VERSION_TYPE } from '../prompt-versions.service.js';

/** A version of a prompt in the REST API. Never changes. */
export class PromptVersionItem {
  /** The author's note; may be empty. */
  description: string;

  @ApiProperty({ enum: MODEL_PROVIDER_KEYS })
  model_provider: ModelProviderKey;

  model_name: string;

  @ApiProperty(openApiSchema(promptTemplate))
  template: object;

  @ApiProperty({ enum: ['CHAT', 'STR'] })
  template_type: 'CHAT' | 'STR';

  @ApiProperty({ enum: ['MUSTACHE', 'F_STRING', 'NONE'] })
  template_format: 'MUSTACHE' | 'F_STRING' | 'NONE';

  @ApiProperty(openApiSchema(storedInvocationParameters))
  invocation_parameters: object;

  /** Absent if there are none. */
  @ApiProperty({ ...openApiSchema(promptTools), required: false })
  tools?: object;

  /** Absent if there is none. */
  @ApiProperty({ ...openApiSchema(promptResponseFormat), required: false })
  response_format?: object;

  @ApiProperty({ type: 'object', additionalProperties: true })
  metadata: object;

  /** Global ID. */
  id: string;
}

/** One version. */
export class PromptVersionAnswer {
  data: PromptVersionItem;
}

/** A page of versions. */
export class PromptVersionItemPage {
  data: PromptVersionItem[];

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export function toPromptVersionItem(version: FullPromptVersion): PromptVersionItem {
  return {
    description: version.description ?? '',
    model_provider: version.modelProvider,
    model_name: version.modelName,
    template: version.template,
    template_type: version.templateType,
    template_format: version.templateFormat,
    invocation_parameters: version.invocationParameters,
    ...(version.tools === null ? {} : { tools: version.tools }),
    ...(version.responseFormat === null ? {} : { response_format: version.responseFormat }),
    metadata: version.metadata,
    id: toGlobalId(PROMPT_VERSION_TYPE, version.id),
  };
}
