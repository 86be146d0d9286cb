import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { payloadText } from '../../common/json/payload-text.js';
import type { PromptVersionContent } from './prompt-version-content.js';
import {
  type FullPromptVersion,
  PAYLOAD_COLUMNS,
  VERSION_COLUMNS,
} from './prompt-versions.queries.js';

const CONTENT_COLUMNS = `description, template_type, template_format, template,
  invocation_parameters, tools, response_format, model_provider, model_name, metadata`;

/** SQL that makes versions of prompts. Nothing changes them later. */
@Injectable()
export class PromptVersionWritesQueries {
  /** @returns the version as it is stored. */
  async insert(
    tx: EntityManager,
    promptId: number,
    content: PromptVersionContent,
    userId: number | null,
  ): Promise<FullPromptVersion> {
    const [row] = await tx.query<[FullPromptVersion]>(
      `INSERT INTO prompt_versions AS v (prompt_id, user_id, ${CONTENT_COLUMNS})
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       RETURNING ${VERSION_COLUMNS}, ${PAYLOAD_COLUMNS}`,
      [
        promptId,
        userId,
        content.description,
        content.templateType,
        content.templateFormat,
        payloadText(content.template),
        payloadText(content.invocationParameters),
        content.tools && payloadText(content.tools),
        content.responseFormat && payloadText(content.responseFormat),
        content.modelProvider,
        content.modelName,
        payloadText(content.metadata),
      ],
    );
    return row;
  }

  /** Copies every version of a prompt to another, in their order and with their authors and times. */
  async copy(tx: EntityManager, from: number, to: number): Promise<void> {
    await tx.query(
      `INSERT INTO prompt_versions (prompt_id, user_id, created_at, ${CONTENT_COLUMNS})
       SELECT $2, user_id, created_at, ${CONTENT_COLUMNS} FROM prompt_versions
        WHERE prompt_id = $1 ORDER BY id`,
      [from, to],
    );
  }
}
