import { ArgsType, Field, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { JsonScalar } from '../../../common/graphql/scalars.js';
import type { JsonObject, JsonValue } from '../../../common/json/json.js';
import { Verbatim } from '../../../common/validation/verbatim.js';
import { anyObject } from '../../../common/validation/json-fields.js';
import { readAs } from '../../../common/validation/read-as.js';
import { mappedVariables } from '../mapped-variables.js';
import type { TemplateFormatName } from '../template-parts.js';
import { PromptTemplateFormat } from '../../versions/graphql/prompt-template.type.js';
import {
  PromptChatTemplateInput,
  toMessageJson,
} from '../../versions/graphql/prompt-template.inputs.js';
import { chatTemplate, type PromptMessageJson } from '../../versions/prompt-template.schema.js';

@InputType()
export class PromptTemplateOptions {
  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'An object: the values by the names of the variables. Absent or null: there are none.',
  })
  variables?: JsonValue;

  @Field(() => PromptTemplateFormat)
  format: PromptTemplateFormat;
}

@ArgsType()
export class ApplyChatTemplateArgs {
  @Field(() => PromptChatTemplateInput)
  @Verbatim()
  template: PromptChatTemplateInput;

  @Field(() => PromptTemplateOptions)
  @Verbatim()
  templateOptions: PromptTemplateOptions;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'Variables beside those of the options, by their names: `{"pathMapping": {name: path}, ' +
      '"literalMapping": {name: value}}`. A path such as `input.messages[0].content` leads into the ' +
      'values of the options.',
  })
  @Verbatim()
  inputMapping?: JsonValue;
}

@ArgsType()
export class ReadChatTemplateArgs {
  @Field(() => PromptChatTemplateInput)
  @Verbatim()
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

/** @throws ValidationError that names everything that is wrong. */
export function readTemplateArgs({ template, templateOptions, ...args }: ApplyChatTemplateArgs): {
  messages: PromptMessageJson[];
  format: TemplateFormatName;
  variables: JsonObject;
} {
  const messages = readMessageInputs(template);
  const place = ['templateOptions', 'variables'];
  const given = readAs(anyObject().nullish(), templateOptions.variables, place) ?? {};
  const mapping = readAs(inputMapping, args.inputMapping, ['inputMapping']);
  const variables = mapping ? mappedVariables(given, mapping) : given;
  return { messages, format: templateOptions.format, variables };
}

/** @throws ValidationError that names everything that is wrong. */
export function readMessageInputs({ messages }: PromptChatTemplateInput): PromptMessageJson[] {
  const sent = { type: 'chat', messages: messages.map(toMessageJson) };
  return readAs(chatTemplate, sent, ['template']).messages;
}
