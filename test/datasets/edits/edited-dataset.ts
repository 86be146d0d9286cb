import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../../support/server.js';
import { example, store, storedExamples, storedVersions } from '../merging/merging.js';

export const ADD = `mutation ($input: AddExamplesToDatasetInput!) {
  addExamplesToDataset(input: $input) { dataset { id name } query { __typename } }
}`;
export const PATCH = `mutation ($input: PatchDatasetExamplesInput!) {
  patchDatasetExamples(input: $input) { dataset { id } }
}`;
export const DELETE = `mutation ($input: DeleteDatasetExamplesInput!) {
  deleteDatasetExamples(input: $input) { dataset { id } }
}`;

export const exampleId = (id: number): string => globalId('DatasetExample', id);

/** An example as mutation input. */
export const given = (n: number, more: object = {}) => ({
  input: { question: `question ${n}` },
  output: { answer: n },
  metadata: {},
  ...more,
});

/** A dataset with the examples `a`, `b` and `c`, recreated before each test. */
export interface EditedDataset {
  server: TestServer;
  datasetId: string;
  /** Row ids of the examples. */
  a: number;
  b: number;
  c: number;
  run(mutation: string, input: object): Promise<GraphqlAnswer<never>>;
  /** Expects an edit to be refused and to change nothing. */
  expectRefusal(mutation: string, input: object, code: string, message: string): Promise<void>;
  newestVersion(): Promise<unknown>;
}

/** Registers hooks, so call it in a `describe`. */
export function anEditedDataset(): EditedDataset {
  const edited: EditedDataset = {
    server: undefined as never,
    datasetId: '',
    a: 0,
    b: 0,
    c: 0,
    run: (mutation, input) => edited.server.gql(mutation, { input }),
    async expectRefusal(mutation, input, code, message) {
      const { server } = edited;
      const before = [await storedExamples(server), await storedVersions(server)];
      const { errors } = await edited.run(mutation, input);
      expect(errors?.[0]).toMatchObject({
        extensions: { code },
        message: expect.stringContaining(message),
      });
      expect([await storedExamples(server), await storedVersions(server)]).toEqual(before);
    },
    async newestVersion() {
      const [version] = await edited.server.sql(
        `SELECT description, metadata, example_count AS examples, created_count AS created,
                updated_count AS updated, deleted_count AS deleted
         FROM dataset_versions ORDER BY id DESC LIMIT 1`,
      );
      return version;
    },
  };
  beforeAll(async () => {
    edited.server = await startTestServer();
  });
  beforeEach(async () => {
    const { datasetId } = await store(edited.server, {
      areSplitsProvided: true,
      examples: [
        example(1, { exampleId: 'a', splits: ['train'] }),
        example(2, { exampleId: 'b', splits: ['train'] }),
        example(3, { exampleId: 'c', metadata: { level: 1 } }),
      ],
    });
    const [a, b, c] = (await storedExamples(edited.server)).map(({ id }) => id);
    Object.assign(edited, { datasetId: globalId('Dataset', datasetId), a, b, c });
  });
  afterEach(() => emptyDatabase(edited.server));
  afterAll(() => edited.server.stop());
  return edited;
}
