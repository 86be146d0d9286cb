import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SqlWhere } from '../../common/sql/sql-where.js';
import type { Slice } from '../prompts.queries.js';
import type { PromptVersionContent } from './prompt-version-content.js';
import type { PromptVersionRow } from './prompt-version.entity.js';

/** What lists show. */
export const VERSION_COLUMNS = `v.id, v.prompt_id AS "promptId", v.description,
  v.template_type AS "templateType", v.template_format AS "templateFormat",
  v.model_provider AS "modelProvider", v.model_name AS "modelName", v.user_id AS "userId",
  v.created_at AS "createdAt"`;

/** The rest. */
export const PAYLOAD_COLUMNS = `v.template, v.invocation_parameters AS "invocationParameters", v.tools,
  v.response_format AS "responseFormat", v.metadata`;

/** The parts of a version that may be large. */
export type PromptVersionPayload = Pick<
  PromptVersionContent,
  'template' | 'invocationParameters' | 'tools' | 'responseFormat' | 'metadata'
>;

/** A whole version. */
export type FullPromptVersion = PromptVersionContent & { id: number; promptId: number };

/** Where a version stands among those of its prompt. */
export interface PromptVersionPlace {
  id: number;
  /** From 1. */
  sequenceNumber: number;
  previousId: number | null;
  isLatest: boolean;
}

/** SQL that reads versions of prompts. */
@Injectable()
export class PromptVersionsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** In no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<PromptVersionRow[]> {
    return this.dataSource.query(
      `SELECT ${VERSION_COLUMNS} FROM prompt_versions v WHERE v.id = ANY($1)`,
      [ids],
    );
  }

  payloads(ids: readonly number[]): Promise<(PromptVersionPayload & { id: number })[]> {
    return this.dataSource.query(
      `SELECT v.id, ${PAYLOAD_COLUMNS} FROM prompt_versions v WHERE v.id = ANY($1)`,
      [ids],
    );
  }

  async findFull(id: number): Promise<FullPromptVersion | null> {
    return this.one('WHERE v.id = $1', [id]);
  }

  latest(promptId: number): Promise<FullPromptVersion | null> {
    return this.one('WHERE v.prompt_id = $1 ORDER BY v.id DESC LIMIT 1', [promptId]);
  }

  /** The version that a tag of the prompt points to. */
  tagged(promptId: number, tagName: string): Promise<FullPromptVersion | null> {
    return this.one(
      `JOIN prompt_version_tags t ON t.prompt_version_id = v.id
       WHERE t.prompt_id = $1 AND t.name = $2`,
      [promptId, tagName],
    );
  }

  /** Newest first, beginning with the row `from` when there is one. */
  page(promptId: number, from: number | null, limit: number): Promise<FullPromptVersion[]> {
    const where = new SqlWhere().andEqual('v.prompt_id', promptId);
    if (from !== null) where.and(`v.id <= ${where.bind(from)}`);
    return this.dataSource.query(
      `SELECT ${VERSION_COLUMNS}, ${PAYLOAD_COLUMNS} FROM prompt_versions v ${where.toString()}
        ORDER BY v.id DESC LIMIT ${limit}`,
      where.parameters,
    );
  }

  /** A part of the versions of each prompt by position, newest first. */
  slices(promptIds: readonly number[], { offset, limit }: Slice): Promise<PromptVersionRow[]> {
    return this.dataSource.query(
      `SELECT part.* FROM unnest($1::bigint[]) AS p (id) CROSS JOIN LATERAL (
         SELECT ${VERSION_COLUMNS} FROM prompt_versions v
          WHERE v.prompt_id = p.id ORDER BY v.id DESC OFFSET $2 LIMIT $3
       ) part`,
      [promptIds, offset, limit],
    );
  }

  counts(promptIds: readonly number[]): Promise<{ promptId: number; count: number }[]> {
    return this.dataSource.query(
      `SELECT v.prompt_id AS "promptId", count(*) AS count FROM prompt_versions v
        WHERE v.prompt_id = ANY($1) GROUP BY v.prompt_id`,
      [promptIds],
    );
  }

  /** Where versions stand; ids ascend in the order in which versions are made. */
  places(ids: readonly number[]): Promise<PromptVersionPlace[]> {
    return this.dataSource.query(
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

  private async one(condition: string, parameters: unknown[]): Promise<FullPromptVersion | null> {
    const [row] = await this.dataSource.query<FullPromptVersion[]>(
      `SELECT ${VERSION_COLUMNS}, ${PAYLOAD_COLUMNS} FROM prompt_versions v ${condition}`,
      parameters,
    );
    return row ?? null;
  }
}
