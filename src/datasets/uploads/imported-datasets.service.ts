import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '../../kernel/json/json.js';
import { payloadText } from '../../kernel/json/payload-text.js';
import { DatasetMerge, type MergeOutcome } from '../merging/dataset-merge.js';
import { checkName } from '../merging/example-row.js';
import { StagedRows } from '../merging/staged-rows.js';
import { inWriteTransaction, WRITING_POOL, type WritingPool } from '../merging/writing-pools.js';
import {
  backdate,
  fillMetadata,
  findExternal,
  findMarkedVersion,
  listMarks,
} from './imported-datasets.queries.js';
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
  constructor(@Inject(WRITING_POOL) private readonly pool: WritingPool) {}

  /**
   * Returns the IDs that versions of a dataset had elsewhere, newest first; null if the dataset does not
   * exist. Versions that were made here have none.
   */
  listVersions(name: string): Promise<(string | null)[] | null> {
    return listMarks(this.pool, name, IMPORTED_VERSION);
  }

  /** Finds the version that had an ID elsewhere; null if it was not imported. */
  findVersion(name: string, id: string): Promise<{ datasetId: number; versionId: number } | null> {
    return findMarkedVersion(this.pool, name, IMPORTED_VERSION, id);
  }

  /** Finds the row IDs of examples by their own IDs, also of those that were deleted since. */
  async findExamples(datasetId: number, ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await findExternal(this.pool, datasetId, ids);
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
        await fillMetadata(client, outcome.datasetId, payloadText(own));
        await backdate(client, outcome.versionId, version.createdAt);
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
