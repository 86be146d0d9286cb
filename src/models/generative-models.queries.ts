import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns, unnestRows } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import { GenerativeModelEntity, TokenPriceEntity } from './generative-model.entity.js';
import type { GenerativeModelKind } from './generative-model.enum.js';
import type { TokenPrice } from './model-catalog.js';

const COLUMNS = selectColumns(GenerativeModelEntity, 'm');

const PRICE_COLUMNS = [
  'modelId',
  'isPrompt',
  'tokenType',
  'costPerMillion',
  'tierAttribute',
  'tierThreshold',
  'tierCostPerMillion',
] as const;

/** The columns of a model, without its prices. */
export interface ModelRow {
  name: string;
  provider: string;
  namePattern: string;
  startTime: string | null;
}

/** A stored model with its prices. */
interface ModelPrices {
  id: number;
  kind: GenerativeModelKind;
  prices: TokenPrice[];
}

export type PriceOfModel = TokenPrice & { modelId: number };

/** SQL for models and their prices. */
@Injectable()
export class GenerativeModelsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Custom models first, then by provider and name. Leaves out deleted ones. Null for all. */
  list(
    slice: { offset: number; limit: number } | null,
    tx: EntityManager = this.database.manager,
  ): Promise<GenerativeModelEntity[]> {
    return tx.query(
      `SELECT ${COLUMNS} FROM generative_models m WHERE m.deleted_at IS NULL
        ORDER BY m.kind = 'CUSTOM' DESC, m.provider, m.name, m.id OFFSET $1 LIMIT $2`,
      [slice?.offset ?? null, slice?.limit ?? null],
    );
  }

  /** All that are not deleted. Marked like the other statements of the loop that prices spans. */
  listWithPrices(): Promise<(ModelRow & ModelPrices)[]> {
    return this.database.query(
      `/* span costs */ SELECT ${COLUMNS}, (
         SELECT coalesce(json_agg(json_build_object(
                  'isPrompt', p.is_prompt, 'tokenType', p.token_type,
                  'costPerMillion', p.cost_per_million, 'tierAttribute', p.tier_attribute,
                  'tierThreshold', p.tier_threshold,
                  'tierCostPerMillion', p.tier_cost_per_million)), '[]')
           FROM token_prices p WHERE p.model_id = m.id) AS prices
         FROM generative_models m WHERE m.deleted_at IS NULL`,
    );
  }

  /** Lists the names of models that are not deleted, in no particular order. */
  async listNames(provider: string): Promise<string[]> {
    const rows = await this.database.query<{ name: string }[]>(
      'SELECT DISTINCT name FROM generative_models WHERE provider = $1 AND deleted_at IS NULL',
      [provider],
    );
    return rows.map(({ name }) => name);
  }

  async count(): Promise<number> {
    const [row] = await this.database.query<{ count: number }[]>(
      'SELECT count(*) AS count FROM generative_models WHERE deleted_at IS NULL',
    );
    return row?.count ?? 0;
  }

  /** Finds models, also deleted ones, which still explain the cost of spans. */
  findByIds(ids: readonly number[]): Promise<GenerativeModelEntity[]> {
    return this.database.query(`SELECT ${COLUMNS} FROM generative_models m WHERE m.id = ANY($1)`, [
      ids,
    ]);
  }

  /** Prompt first, sorted by type. */
  readPrices(
    modelIds: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<PriceOfModel[]> {
    return tx.query(
      `SELECT ${selectColumns(TokenPriceEntity, 'token_prices')} FROM token_prices WHERE model_id = ANY($1)
        ORDER BY model_id, is_prompt DESC, token_type`,
      [modelIds],
    );
  }

  /** Returns the new models in no particular order. */
  insert(
    tx: EntityManager,
    kind: GenerativeModelKind,
    models: readonly ModelRow[],
  ): Promise<GenerativeModelEntity[]> {
    return tx.query(
      `INSERT INTO generative_models AS m (name, provider, name_pattern, kind, start_time)
       SELECT name, provider, name_pattern, $4, start_time
         FROM unnest($1::text[], $2::text[], $3::text[], $5::timestamptz[])
           AS new (name, provider, name_pattern, start_time)
       RETURNING ${COLUMNS}`,
      [
        models.map(({ name }) => name),
        models.map(({ provider }) => provider),
        models.map(({ namePattern }) => namePattern),
        kind,
        models.map(({ startTime }) => startTime),
      ],
    );
  }

  /** Null if the model has been deleted. */
  async update(
    tx: EntityManager,
    id: number,
    model: ModelRow,
  ): Promise<GenerativeModelEntity | null> {
    const [rows] = await tx.query<[GenerativeModelEntity[], number]>(
      `UPDATE generative_models m
          SET name = $2, provider = $3, name_pattern = $4, start_time = $5, updated_at = now()
        WHERE m.id = $1 AND m.deleted_at IS NULL RETURNING ${COLUMNS}`,
      [id, model.name, model.provider, model.namePattern, model.startTime],
    );
    return rows[0] ?? null;
  }

  async markDeleted(tx: EntityManager, ids: readonly number[]): Promise<void> {
    await tx.query(
      `UPDATE generative_models SET deleted_at = now()
        WHERE id = ANY($1) AND deleted_at IS NULL`,
      [ids],
    );
  }

  /** Replaces all prices of these models. */
  async replacePrices(
    tx: EntityManager,
    models: readonly { id: number; prices: readonly TokenPrice[] }[],
  ): Promise<void> {
    const prices = models.flatMap((model) =>
      model.prices.map((price) => ({ modelId: model.id, ...price })),
    );
    await tx.query('DELETE FROM token_prices WHERE model_id = ANY($1)', [
      models.map(({ id }) => id),
    ]);
    const added = unnestRows(TokenPriceEntity, PRICE_COLUMNS, prices);
    await tx.query(
      `INSERT INTO token_prices (${added.columns}) SELECT * FROM ${added.source}`,
      added.parameters,
    );
  }
}
