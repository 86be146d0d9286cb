import type { MergeOutcome } from '../../../src/datasets/merging/dataset-merge.js';
import type {
  ParsedExample,
  ParsedUpload,
} from '../../../src/datasets/uploads/contents/parsed-upload.js';
import { DatasetUploadsService } from '../../support/built.js';
import type { TestServer } from '../../support/server.js';

export type GivenExample = Partial<ParsedExample>;

/** Returns an example whose content is unique to this number. */
export function example(n: number, given: GivenExample = {}): ParsedExample {
  return {
    input: { question: `question ${n}` },
    output: { answer: n },
    metadata: {},
    splits: [],
    spanId: null,
    exampleId: null,
    ...given,
  };
}

export function examples(...numbers: number[]): ParsedExample[] {
  return numbers.map((n) => example(n));
}

export interface GivenUpload extends Partial<Omit<ParsedUpload, 'examples' | 'close'>> {
  examples: Iterable<ParsedExample> | AsyncIterable<ParsedExample>;
}

export function anUpload({ examples, ...given }: GivenUpload): Omit<ParsedUpload, 'close'> {
  return {
    name: 'capitals',
    action: 'update',
    description: null,
    areSplitsProvided: false,
    ...given,
    examples: lazily(examples),
  };
}

async function* lazily(
  examples: Iterable<ParsedExample> | AsyncIterable<ParsedExample>,
): AsyncGenerator<ParsedExample> {
  yield* examples;
}

const OWNER = { userId: null, projectId: null };

/** Stores an upload at once, without a signed-in user. */
export function store(server: TestServer, upload: GivenUpload): Promise<MergeOutcome> {
  return server.app
    .get(DatasetUploadsService, { strict: false })
    .store({ ...anUpload(upload), ...OWNER });
}

/** Adds an upload to the queue. Returns its row id. */
export function enqueue(server: TestServer, upload: GivenUpload): Promise<number> {
  return server.app
    .get(DatasetUploadsService, { strict: false })
    .enqueue({ ...anUpload(upload), ...OWNER });
}

export interface StoredExample {
  id: number;
  externalId: string | null;
  isLive: boolean;
  input: unknown;
  output: unknown;
  metadata: unknown;
  splits: string[];
  traceId: string | null;
  spanId: string | null;
}

/** Returns all examples of a dataset by id, including deleted ones, with their newest revision. */
export function storedExamples(server: TestServer, name = 'capitals'): Promise<StoredExample[]> {
  return server.sql<StoredExample>(
    `SELECT e.id, e.external_id AS "externalId", e.is_live AS "isLive",
            r.input, r.output, r.metadata, e.trace_id AS "traceId", e.span_id AS "spanId",
            array(SELECT s.name FROM dataset_split_examples m JOIN dataset_splits s ON s.id = m.split_id
                  WHERE m.example_id = e.id AND m.dataset_id = e.dataset_id ORDER BY s.name) AS splits
     FROM dataset_examples e
     JOIN datasets d ON d.id = e.dataset_id
     JOIN dataset_example_revisions r ON r.id = e.revision_id AND r.example_id = e.id
     WHERE d.name = $1
     ORDER BY e.id`,
    [name],
  );
}

/** Returns the numbers that were passed to `example` for the live examples. */
export async function liveNumbers(server: TestServer, name = 'capitals'): Promise<unknown[]> {
  const stored = await storedExamples(server, name);
  return stored
    .filter(({ isLive }) => isLive)
    .map(({ output }) => (output as { answer: unknown }).answer);
}

export interface StoredRevision {
  kind: string;
  exampleId: number;
  versionId: number;
  answer: unknown;
}

/** Returns all revisions in a dataset, ordered by id. */
export async function storedRevisions(
  server: TestServer,
  name = 'capitals',
): Promise<StoredRevision[]> {
  return server.sql<StoredRevision>(
    `SELECT r.kind, r.example_id AS "exampleId", r.version_id AS "versionId",
            r.output -> 'answer' AS answer
     FROM dataset_example_revisions r
     JOIN dataset_examples e ON e.id = r.example_id
     JOIN datasets d ON d.id = e.dataset_id
     WHERE d.name = $1
     ORDER BY r.id`,
    [name],
  );
}

export interface StoredVersion {
  id: number;
  exampleCount: number;
  created: number;
  updated: number;
  deleted: number;
}

/** Returns the versions of a dataset, oldest first. */
export function storedVersions(server: TestServer, name = 'capitals'): Promise<StoredVersion[]> {
  return server.sql<StoredVersion>(
    `SELECT v.id, v.example_count AS "exampleCount", v.created_count AS created,
            v.updated_count AS updated, v.deleted_count AS deleted
     FROM dataset_versions v
     JOIN datasets d ON d.id = v.dataset_id
     WHERE d.name = $1
     ORDER BY v.id`,
    [name],
  );
}

/** Returns the counts in the outcome of an upload. */
export function counts({ createdCount, updatedCount, deletedCount }: MergeOutcome): number[] {
  return [createdCount, updatedCount, deletedCount];
}

/** Yields all examples but the last, and that one later, like a slow sender. */
export async function* pausing(
  examples: readonly ParsedExample[],
  later: Promise<void>,
): AsyncGenerator<ParsedExample> {
  yield* examples.slice(0, -1);
  await later;
  yield* examples.slice(-1);
}
