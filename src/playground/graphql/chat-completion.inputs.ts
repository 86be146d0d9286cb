import { Field, InputType, Int } from '@nestjs/graphql';
import { z } from 'zod';
import type { FilePart } from '../../model-providers/protocol/chat-request.contract.js';
import { IdentifierScalar } from '../../kernel/graphql/scalars.js';
import type { Identity } from '../../kernel/access/access.js';
import { anyObject, reason } from '../../kernel/validation/json-fields.js';
import { readAs } from '../../kernel/validation/read-as.js';
import {
  ChatConnectionInput,
  readConnectionWish,
} from '../../model-providers/chats/graphql/chat-connection.inputs.js';
import { PromptTemplateOptions } from '../../prompts/templates/graphql/template-options.inputs.js';
import {
  ChatPromptVersionInput,
  readChatPromptVersion,
} from '../../prompts/versions/graphql/chat-prompt-version.inputs.js';
import type { PlaygroundChat } from '../playground.service.js';

const MAX_REPETITIONS = 30;
const MAX_FILES = 50;

@InputType({
  description: 'An image or another file to send with a message. It is not stored in prompts.',
})
export class ChatFileInput {
  @Field(() => Int, { description: 'The message of the prompt that gets it, from 0.' })
  messageIndex: number;

  @Field(() => String, {
    description: 'A data URL in base64, or an `https` address, which the provider fetches.',
  })
  url: string;

  @Field(() => String, {
    nullable: true,
    description: 'Such as `image/png`. A data URL says it itself.',
  })
  mediaType?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;
}

@InputType()
export class ChatCompletionInput extends ChatConnectionInput {
  @Field(() => ChatPromptVersionInput)
  promptVersion: ChatPromptVersionInput;

  @Field(() => PromptTemplateOptions, { description: 'The format must be that of the version.' })
  template: PromptTemplateOptions;

  @Field(() => IdentifierScalar, { nullable: true, description: 'The name of the spans.' })
  promptName?: string | null;

  @Field(() => Int, { description: `From 1 to ${MAX_REPETITIONS}, of which three run at a time.` })
  repetitions: number;

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'False to get each answer as a whole, once it is complete.',
  })
  streamModelOutput: boolean;

  @Field(() => [ChatFileInput], { defaultValue: [] })
  files: ChatFileInput[];
}

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/]*={0,2})$/;

const schema = z.object({
  repetitions: z.number().min(1).max(MAX_REPETITIONS),
  template: z.object({ variables: anyObject().nullish() }),
  files: z
    .array(
      z
        .object({
          messageIndex: z.number().min(0),
          url: z.string(),
          mediaType: z
            .string()
            .regex(/^[\w.+-]+\/[\w.+-]+$/)
            .nullish(),
          name: z.string().max(255).nullish(),
        })
        .refine(
          ({ url }) => DATA_URL.test(url) || (url.startsWith('https://') && URL.canParse(url)),
          reason('url_parsing', 'Input should be a data URL in base64 or an https address'),
        )
        .refine(
          ({ url, mediaType }) => url.startsWith('data:') || mediaType != null,
          reason('missing', 'mediaType is required for an https address'),
        ),
    )
    .max(MAX_FILES),
});

/** @throws ValidationError that names every violation. */
export function readPlaygroundChat(input: ChatCompletionInput, caller: Identity): PlaygroundChat {
  const { repetitions, template, files } = readAs(schema, input, ['input']);
  const version = readChatPromptVersion(input.promptVersion);
  return {
    version: { ...version, templateFormat: input.template.format },
    variables: template.variables ?? {},
    files: files.map(({ messageIndex, ...file }) => ({ messageIndex, file: toFilePart(file) })),
    wish: readConnectionWish(input),
    promptName: input.promptName ?? null,
    repetitions,
    caller,
  };
}

function toFilePart(sent: Pick<ChatFileInput, 'url' | 'mediaType' | 'name'>): FilePart {
  const { url, mediaType, name = null } = sent;
  const [, type, base64] = DATA_URL.exec(url) ?? [];
  return type === undefined || base64 === undefined
    ? { type: 'file', mediaType: mediaType!, source: { url }, name }
    : { type: 'file', mediaType: type, source: { base64 }, name };
}
