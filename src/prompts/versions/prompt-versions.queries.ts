import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import { payloadText } from '../../kernel/json/payload-text.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import type { Slice } from '../prompts.service.js';
import type { PromptVersionContent } from './prompt-version-content.js';
import { PromptVersionEntity, type PromptVersionRow } from './prompt-version.entity.js';

/** The columns that lists do not read. */
const PAYLOAD = [
  'template',
  'invocationParameters',
  'tools',
  'responseFormat',
  'metadata',
] as const;

const VERSION_COLUMNS = selectColumns(PromptVersionEntity, 'v', { except: PAYLOAD });

const PAYLOAD_COLUMNS = selectColumns(PromptVersionEntity, 'v', PAYLOAD);

/** The content of a version, in the order of `insert`. */
const CONTENT_COLUMNS = `description, template_type, template_format, template,
  invocation_parameters, tools, response_format, model_provider, model_name, custom_provider_id,
  metadata`;

/** The parts of a version that may be large. */
export type PromptVersionPayload = Pick<
  PromptVersionContent,
  'template' | 'invocationParameters' | 'tools' | 'responseFormat' | 'metadata'
>;

/** A version with its payload. */
export type FullPromptVersion = PromptVersionContent & { id: number; promptId: number };

/** The position of a version in the history of its prompt. */
export interface PromptVersionPlace {
  id: number;
  /** Starts at 1. */
  sequenceNumber: number;
  previousId: number | null;
  isLatest: boolean;
}

/** SQL for the versions of prompts. Versions never change. */
@Injectable()
export class PromptVersionsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<PromptVersionRow[]> {
    return this.database.query(
      `SELECT ${VERSION_COLUMNS} FROM prompt_versions v WHERE v.id = ANY($1)`,
      [ids],
    );
  }

  /** Reads the large parts of versions, in no particular order; unknown IDs are skipped. */
  payloads(ids: readonly number[]): Promise<(PromptVersionPayload & { id: number })[]> {
    return this.database.query(
      `SELECT v.id, ${PAYLOAD_COLUMNS} FROM prompt_versions v WHERE v.id = ANY($1)`,
      [ids],
    );
  }

  /** Returns those that exist, in no particular order. */
  findFull(ids: readonly number[]): Promise<FullPromptVersion[]> {
    return this.database.query(
      `SELECT ${VERSION_COLUMNS}, ${PAYLOAD_COLUMNS} FROM prompt_versions v WHERE v.id = ANY($1)`,
      [ids],
    );
  }

  latest(promptId: number): Promise<FullPromptVersion | null> {
    return this.one('WHERE v.prompt_id = $1 ORDER BY v.id DESC LIMIT 1', [promptId]);
  }

  /** Finds the version that a tag of the prompt points to. */
  tagged(promptId: number, tagName: string): Promise<FullPromptVersion | null> {
    return this.one(
      `JOIN prompt_version_tags t ON t.prompt_version_id = v.id
       WHERE t.prompt_id = $1 AND t.name = $2`,
      [promptId, tagName],
    );
  }

  /** Newest first, starting with the row `from` if given. */
  page(promptId: number, from: number | null, limit: number): Promise<FullPromptVersion[]> {
    const where = new SqlWhere().andEqual('v.prompt_id', promptId);
    if (from !== null) where.and(`v.id <= ${where.bind(from)}`);
    return this.database.query(
      `SELECT ${VERSION_COLUMNS}, ${PAYLOAD_COLUMNS} FROM prompt_versions v ${where.toString()}
        ORDER BY v.id DESC LIMIT ${limit}`,
      where.parameters,
    );
  }

  /** Lists part of the versions of each prompt by position, newest first. */
  slices(promptIds: readonly number[], { offset, limit }: Slice): Promise<PromptVersionRow[]> {
    return this.database.query(
      `SELECT part.* FROM unnest($1::bigint[]) AS p (id) CROSS JOIN LATERAL (
         SELECT ${VERSION_COLUMNS} FROM prompt_versions v
          WHERE v.prompt_id = p.id ORDER BY v.id DESC OFFSET $2 LIMIT $3
       ) part`,
      [promptIds, offset, limit],
    );
  }

  counts(promptIds: readonly number[]): Promise<{ promptId: number; count: number }[]> {
    return this.database.query(
      `SELECT v.prompt_id AS "promptId", count(*) AS count FROM prompt_versions v
        WHERE v.prompt_id = ANY($1) GROUP BY v.prompt_id`,
      [promptIds],
    );
  }

  /**
   * Finds the positions of versions in the history of their prompts. Ids ascend in order of
   * creation.
   */
  places(ids: readonly number[]): Promise<PromptVersionPlace[]> {
    return this.database.query(
      `SELECT * FROM (
         SELECT v.id, row_number() OVER w AS "sequenceNumber", lag(v.id) OVER w AS "previousId",
                lead(v.id) OVER w IS NULL AS "isLatest"
           FROM prompt_versions v
          WHERE v.prompt_id IN (SELECT prompt_id FROM prompt_versions WHERE id = ANY($1))
         WINDOW w AS (PARTITION BY v.prompt_id ORDER BY v.id)
       ) place WHERE id = ANY($1)`,
      [ids],
    );
  }

  /** Returns the version as stored. */
  async insert(
    tx: EntityManager,
    promptId: number,
    content: PromptVersionContent,
    userId: number | null,
  ): Promise<FullPromptVersion> {
    const [row] = await tx.query<[FullPromptVersion]>(
      `INSERT INTO prompt_versions AS v (prompt_id, user_id, ${CONTENT_COLUMNS})
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
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
        content.customProviderId,
        payloadText(content.metadata),
      ],
    );
    return row;
  }

  /** Copies every version of a prompt to another, keeping their order, authors and times. */
  async copy(tx: EntityManager, from: number, to: number): Promise<void> {
    await tx.query(
      `INSERT INTO prompt_versions (prompt_id, user_id, created_at, ${CONTENT_COLUMNS})
       SELECT $2, user_id, created_at, ${CONTENT_COLUMNS} FROM prompt_versions
        WHERE prompt_id = $1 ORDER BY id`,
      [from, to],
    );
  }

  private async one(condition: string, parameters: unknown[]): Promise<FullPromptVersion | null> {
    const [row] = await this.database.query<FullPromptVersion[]>(
      `SELECT ${VERSION_COLUMNS}, ${PAYLOAD_COLUMNS} FROM prompt_versions v ${condition}`,
      parameters,
    );
    return row ?? null;
  }
}

/**
 * Lists what the metadata of the versions of a prompt have under a key, newest first; null if the prompt
 * does not exist.
 */
export async function listMarks(
  database: DatabaseWriter,
  promptName: string,
  key: string,
): Promise<(string | null)[] | null> {
  const [found] = await database.query<{ marks: (string | null)[] }[]>(
    `SELECT to_json(ARRAY(SELECT v.metadata ->> $2::text FROM prompt_versions v
                           WHERE v.prompt_id = p.id ORDER BY v.id DESC)) AS marks
       FROM prompts p WHERE p.name = $1`,
    [promptName, key],
  );
  return found?.marks ?? null;
}
