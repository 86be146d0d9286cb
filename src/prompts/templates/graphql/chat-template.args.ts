import { ArgsType, Field } from '@nestjs/graphql';
import { z } from 'zod';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import type { JsonObject, JsonValue } from '../../../kernel/json/json.js';
import { anyObject } from '../../../kernel/validation/json-fields.js';
import { readAs } from '../../../kernel/validation/read-as.js';
import { mapVariables } from '../mapped-variables.js';
import { chatTemplate, type PromptMessageJson } from '../prompt-template.schema.js';
import type { TemplateFormatName } from '../template-parts.js';
import { PromptChatTemplateInput, toMessageJson } from './prompt-template.inputs.js';
import { PromptTemplateFormat } from './prompt-template.type.js';
import { PromptTemplateOptions } from './template-options.inputs.js';

@ArgsType()
export class ApplyChatTemplateArgs {
  @Field(() => PromptChatTemplateInput)
  template: PromptChatTemplateInput;

  @Field(() => PromptTemplateOptions)
  templateOptions: PromptTemplateOptions;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'More variables, by name: `{"pathMapping": {name: path}, "literalMapping": {name: value}}`. ' +
      'A path such as `input.messages[0].content` selects one of the values in `variables`.',
  })
  inputMapping?: JsonValue;
}

@ArgsType()
export class ReadChatTemplateArgs {
  @Field(() => PromptChatTemplateInput)
  template: PromptChatTemplateInput;

  @Field(() => PromptTemplateFormat)
  format: PromptTemplateFormat;
}

const inputMapping = z
  .strictObject({
    pathMapping: z.record(z.string(), z.string()).optional(),
    literalMapping: anyObject().optional(),
  })
  .nullish();

/** @throws ValidationError that names every violation. */
export function readTemplateArgs({ template, templateOptions, ...args }: ApplyChatTemplateArgs): {
  messages: PromptMessageJson[];
  format: TemplateFormatName;
  variables: JsonObject;
} {
  const messages = readMessageInputs(template);
  const place = ['templateOptions', 'variables'];
  const given = readAs(anyObject().nullish(), templateOptions.variables, place) ?? {};
  const mapping = readAs(inputMapping, args.inputMapping, ['inputMapping']);
  const variables = mapping ? mapVariables(given, mapping) : given;
  return { messages, format: templateOptions.format, variables };
}

/** @throws ValidationError that names every violation. */
export function readMessageInputs({ messages }: PromptChatTemplateInput): PromptMessageJson[] {
  const sent = { type: 'chat', messages: messages.map(toMessageJson) };
  return readAs(chatTemplate, sent, ['template']).messages;
}
