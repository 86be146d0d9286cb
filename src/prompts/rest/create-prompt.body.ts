import { ApiProperty } from '@nestjs/swagger';
import { z } from 'zod';
import { Verbatim } from '../../common/validation/verbatim.js';
import { anyObject, identifier, storableText } from '../../common/validation/json-fields.js';
import { openApiSchema } from '../../common/validation/openapi-schema.js';
import { readAs } from '../../common/validation/read-as.js';
import type { NewPrompt } from '../prompts.queries.js';
import {
  documentedVersionBody,
  promptVersionBody,
  toContent,
} from '../versions/prompt-version.schema.js';
import type { PromptVersionContent } from '../versions/prompt-version-content.js';

const prompt = z.object({
  name: identifier(),
  description: storableText().nullish(),
  source_prompt_id: z.string().nullish().describe('Ignored.'),
  metadata: anyObject().nullish(),
});

const createPromptBody = z.object({ prompt, version: promptVersionBody });

/** A version of a prompt, and the prompt that it is a version of. */
export class CreatePromptDto {
  /** Of a prompt that exists only the name counts. */
  @Verbatim()
  @ApiProperty(openApiSchema(prompt))
  prompt: object;

  @Verbatim()
  @ApiProperty(openApiSchema(documentedVersionBody))
  version: object;
}

/** @throws ValidationError that names everything that is wrong. */
export function readNewPrompt(body: CreatePromptDto): {
  prompt: NewPrompt;
  version: PromptVersionContent;
} {
  const sent = readAs(createPromptBody, body, ['body']);
  const { name, description, metadata } = sent.prompt;
  return {
    prompt: { name, description: description ?? null, metadata: metadata ?? {} },
    version: toContent(sent.version),
  };
}
