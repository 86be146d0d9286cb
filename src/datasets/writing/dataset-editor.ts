import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { cleanJson, JsonTooDeepError } from '../../common/json/clean-json.js';
import { DomainError, NotFoundError } from '../../common/errors/errors.js';
import { toGlobalId } from '../../common/ids/global-id.js';
import { type JsonValue, stringifyJson } from '../../common/json/json.js';
import { encodeRows } from './encode-rows.js';
import { holdDataset } from './held-dataset.queries.js';
import { keyRows, openMatches } from './match-rows.queries.js';
import { openChanges } from './plan-changes.queries.js';
import { stageRows } from './stage-rows.js';
import type { StagedRow } from './staged-row.js';
import { writeChanges } from './write-changes.js';
import { inWriteTransaction, withRetries } from './write-transaction.js';
import { WRITING_POOL } from './writing-pool.js';

/** The details of a version. */
export interface VersionNote {
  description?: string | null | undefined;
  /** An object. */
  metadata?: object | null | undefined;
}

/** Read while the connection is busy taking them. */
export type Rows = Iterable<StagedRow> | AsyncIterable<StagedRow>;

export interface Edit {
  datasetId: number;
  userId: number | null;
  note: VersionNote;
  /** The examples that are written; asked for again when the edit has to be repeated. */
  rows: (client: pg.ClientBase) => Promise<Rows>;
  /** Plans the changes; nobody else changes the dataset in the meantime. */
  plan: (client: pg.ClientBase) => Promise<void>;
}

/** Writes single changes as an upload is written: in one transaction, as one version. */
@Injectable()
export class DatasetEditor {
  constructor(@Inject(WRITING_POOL) private readonly pool: pg.Pool) {}

  /** @throws NotFoundError when the dataset is gone, and whatever the parts of the edit throw. */
  async write({ datasetId, userId, note, rows, plan }: Edit): Promise<void> {
    const metadata = metadataText(note);
    const description = note.description ?? null;
    await inWriteTransaction(this.pool, (client) =>
      withRetries(client, async () => {
        if (!(await holdDataset(client, datasetId))) throw noDataset(datasetId);
        await stageRows(client, encodeRows(await rows(client)));
        await keyRows(client, 'staged_rows');
        await openMatches(client);
        await openChanges(client);
        await plan(client);
        await writeChanges(client, { datasetId, userId, description, metadata }, 'staged_rows');
      }),
    );
  }
}

function noDataset(id: number): NotFoundError {
  return new NotFoundError(`No dataset with id ${toGlobalId('Dataset', id)} can be found.`);
}

function metadataText({ metadata }: VersionNote): string {
  try {
    return stringifyJson(cleanJson((metadata ?? {}) as JsonValue));
  } catch (error) {
    if (!(error instanceof JsonTooDeepError)) throw error;
    throw new DomainError('BAD_USER_INPUT', error.message);
  }
}
