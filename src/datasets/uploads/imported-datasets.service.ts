import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { JsonObject } from '../../kernel/json/json.js';
import { payloadText } from '../../kernel/json/payload-text.js';
import { DatasetMerge, type MergeOutcome } from '../merging/dataset-merge.js';
import { checkName } from '../merging/example-row.js';
import { StagedRows } from '../merging/staged-rows.js';
import { inWriteTransaction, WRITING_POOL } from '../merging/writing-pools.js';
import { UploadRows } from './upload-rows.js';

/** Key in the metadata of a version. Its value is the ID that the version had elsewhere. */
const IMPORTED_VERSION = 'imported_version';

/** A version of a dataset of another server, with all its examples. */
export interface ImportedVersion {
  dataset: { name: string; description: string | null; metadata: JsonObject };
  /** ID on the other server. */
  id: string;
  description: string | null;
  metadata: JsonObject;
  /** Wire text; now if null. */
  createdAt: string | null;
  examples: readonly ImportedExample[];
}

export interface ImportedExample {
  /** Unique in the dataset, and not the global ID of an example of this server. */
  id: string;
  input: JsonObject;
  output: JsonObject;
  metadata: JsonObject;
  /** OpenTelemetry span ID. */
  spanId: string | null;
}

/** Repeats the versions of datasets of other servers. */
@Injectable()
export class ImportedDatasetsService {
  constructor(@Inject(WRITING_POOL) private readonly pool: pg.Pool) {}

  /**
   * Returns the IDs that versions of a dataset had elsewhere, newest first; null if the dataset does not
   * exist. Versions that were made here have none.
   */
  async listVersions(name: string): Promise<(string | null)[] | null> {
    const { rows } = await this.pool.query<{ ids: (string | null)[] }>(
      `SELECT ARRAY(SELECT v.metadata ->> '${IMPORTED_VERSION}' FROM dataset_versions v
                     WHERE v.dataset_id = d.id ORDER BY v.id DESC) AS ids
         FROM datasets d WHERE d.name = $1`,
      [name],
    );
    return rows[0]?.ids ?? null;
  }

  /** Finds the version that had an ID elsewhere; null if it was not imported. */
  async findVersion(
    name: string,
    id: string,
  ): Promise<{ datasetId: number; versionId: number } | null> {
    const { rows } = await this.pool.query<{ datasetId: number; versionId: number }>(
      `SELECT d.id AS "datasetId", v.id AS "versionId"
         FROM datasets d JOIN dataset_versions v ON v.dataset_id = d.id
        WHERE d.name = $1 AND v.metadata ->> '${IMPORTED_VERSION}' = $2
        ORDER BY v.id DESC LIMIT 1`,
      [name, id],
    );
    return rows[0] ?? null;
  }

  /** Finds the row IDs of examples by their own IDs, also of those that were deleted since. */
  async findExamples(datasetId: number, ids: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.pool.query<{ id: number; externalId: string }>(
      `SELECT id, external_id AS "externalId" FROM dataset_examples
        WHERE dataset_id = $1 AND external_id = ANY($2::text[])`,
      [datasetId, ids],
    );
    return new Map(rows.map(({ id, externalId }) => [externalId, id]));
  }

  /**
   * Makes a dataset as it was at a version, and creates it if it does not exist. Writes a version even
   * if nothing changed, so that experiments find it. Keeps metadata that the dataset has.
   * @throws UnprocessableError if something cannot be stored.
   */
  async store({ dataset, id, ...version }: ImportedVersion): Promise<MergeOutcome> {
    checkName(dataset.name, 'The name of the dataset');
    const rows = await UploadRows.open(toParsedExamples(version.examples));
    try {
      return await inWriteTransaction(this.pool, async (client) => {
        const metadata = payloadText({ ...version.metadata, [IMPORTED_VERSION]: id });
        const { metadata: own, ...named } = dataset;
        const merge = new DatasetMerge(client, {
          dataset: { ...named, mustBeNew: false },
          userId: null,
          description: version.description,
          metadata,
          matches: 'update',
          deletions: 'unmatched',
          replacesSplits: false,
          rows: await StagedRows.copy(client, rows, rows),
          isVersionWanted: true,
        });
        const outcome = await merge.run();
        await client.query(
          `UPDATE datasets SET metadata = $2::json WHERE id = $1 AND metadata::text = '{}'`,
          [outcome.datasetId, payloadText(own)],
        );
        await client.query(
          'UPDATE dataset_versions SET created_at = coalesce($2::timestamptz, created_at) WHERE id = $1',
          [outcome.versionId, version.createdAt],
        );
        return outcome;
      });
    } finally {
      await rows.close();
    }
  }
}

async function* toParsedExamples(examples: readonly ImportedExample[]) {
  for (const { id, ...example } of examples) yield { ...example, splits: [], exampleId: id };
}
