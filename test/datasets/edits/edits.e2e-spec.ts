import { globalId } from '../../support/global-id.js';
import { ADD, anEditedDataset, DELETE, exampleId, given, PATCH } from './edited-dataset.js';
import {
  example,
  store,
  storedExamples,
  storedRevisions,
  storedVersions,
} from '../merging/merging.js';

describe('edits of examples over GraphQL', () => {
  const edited = anEditedDataset();

  describe('patches', () => {
    it('change only the named parts', async () => {
      await edited.run(PATCH, {
        patches: [
          { exampleId: exampleId(edited.c), output: { answer: 30 } },
          {
            exampleId: exampleId(edited.a),
            input: { question: 'new' },
            metadata: { level: 2 },
            output: null,
          },
        ],
        versionDescription: 'corrected',
        versionMetadata: { by: 'hand' },
        datasetId: edited.datasetId,
      });
      expect(await edited.newestVersion()).toEqual({
        description: 'corrected',
        metadata: { by: 'hand' },
        examples: 3,
        created: 0,
        updated: 2,
        deleted: 0,
      });
      const [first, second, third] = await storedExamples(edited.server);
      expect(first).toMatchObject({
        input: { question: 'new' },
        output: { answer: 1 },
        metadata: { level: 2 },
        splits: ['train'],
      });
      expect(second?.output).toEqual({ answer: 2 });
      expect(third).toMatchObject({
        input: { question: 'question 3' },
        output: { answer: 30 },
        metadata: { level: 1 },
      });
      expect(
        (await storedRevisions(edited.server)).slice(3).map((r) => [r.kind, r.exampleId]),
      ).toEqual([
        ['PATCH', edited.c],
        ['PATCH', edited.a],
      ]);
    });

    it('are visible to later uploads', async () => {
      await edited.run(PATCH, {
        patches: [{ exampleId: exampleId(edited.a), output: { answer: 10 } }],
      });
      const outcome = await store(edited.server, {
        action: 'append',
        examples: [example(1, { exampleId: 'a' }), example(2, { exampleId: 'b' })],
      });
      expect(outcome).toMatchObject({ createdCount: 0, updatedCount: 1 });
    });

    it('create no version if nothing changes', async () => {
      const before = await storedVersions(edited.server);
      const { errors } = await edited.run(PATCH, {
        patches: [{ exampleId: exampleId(edited.a), output: { answer: 1 } }],
      });
      expect(errors).toBeUndefined();
      expect(await storedVersions(edited.server)).toEqual(before);
    });

    it('are refused if they are empty, repeated, foreign or unknown', async () => {
      await store(edited.server, { name: 'other', examples: [example(7)] });
      const [foreign] = await storedExamples(edited.server, 'other');
      const patchOf = (id: number) => ({ exampleId: exampleId(id), output: { answer: 0 } });
      await edited.expectRefusal(PATCH, { patches: [] }, 'BAD_USER_INPUT', 'There are no examples');
      await edited.expectRefusal(
        PATCH,
        { patches: [{ exampleId: exampleId(edited.a), input: null }] },
        'BAD_USER_INPUT',
        'changes nothing',
      );
      await edited.expectRefusal(
        PATCH,
        { patches: [patchOf(edited.a), patchOf(edited.a)] },
        'BAD_USER_INPUT',
        'twice',
      );
      await edited.expectRefusal(
        PATCH,
        { patches: [patchOf(edited.a), patchOf(foreign!.id)] },
        'BAD_USER_INPUT',
        'more than one dataset',
      );
      await edited.expectRefusal(
        PATCH,
        { patches: [patchOf(foreign!.id)], datasetId: edited.datasetId },
        'NOT_FOUND',
        'not found',
      );
      await edited.expectRefusal(
        PATCH,
        { patches: [patchOf(edited.a), patchOf(9_999)] },
        'NOT_FOUND',
        'not found',
      );
      await edited.run(DELETE, { exampleIds: [exampleId(edited.b)] });
      await edited.expectRefusal(PATCH, { patches: [patchOf(edited.b)] }, 'NOT_FOUND', 'not found');
      await edited.expectRefusal(
        PATCH,
        { patches: [patchOf(edited.a)], datasetId: 'x' },
        'BAD_USER_INPUT',
        'Dataset',
      );
      const odd = { exampleId: globalId('Dataset', 1), output: {} };
      await edited.expectRefusal(
        PATCH,
        { patches: [odd] },
        'BAD_USER_INPUT',
        'is not the ID of a DatasetExample',
      );
    });
  });

  describe('deletions', () => {
    it('write one revision each, and remove the examples from their splits', async () => {
      await edited.run(DELETE, {
        exampleIds: [exampleId(edited.b), exampleId(edited.a), exampleId(edited.b)],
        datasetVersionDescription: 'too easy',
        datasetId: edited.datasetId,
      });
      expect(await edited.newestVersion()).toMatchObject({
        description: 'too easy',
        metadata: {},
        examples: 1,
        deleted: 2,
      });
      expect(
        (await storedRevisions(edited.server)).slice(3).map((r) => [r.kind, r.exampleId]),
      ).toEqual([
        ['DELETE', edited.a],
        ['DELETE', edited.b],
      ]);
      expect(await edited.server.sql('SELECT count(*) FROM dataset_split_examples')).toEqual([
        { count: 0 },
      ]);
      expect((await storedExamples(edited.server)).map(({ isLive }) => isLive)).toEqual([
        false,
        false,
        true,
      ]);
    });

    it('are refused for unknown, foreign and deleted examples', async () => {
      await store(edited.server, { name: 'other', examples: [example(7)] });
      const [foreign] = await storedExamples(edited.server, 'other');
      await edited.run(DELETE, { exampleIds: [exampleId(edited.a)] });
      await edited.expectRefusal(
        DELETE,
        { exampleIds: [] },
        'BAD_USER_INPUT',
        'There are no examples',
      );
      await edited.expectRefusal(
        DELETE,
        { exampleIds: [exampleId(edited.b), exampleId(foreign!.id)] },
        'BAD_USER_INPUT',
        'more than one dataset',
      );
      await edited.expectRefusal(
        DELETE,
        { exampleIds: [exampleId(foreign!.id)], datasetId: edited.datasetId },
        'NOT_FOUND',
        exampleId(foreign!.id),
      );
      await edited.expectRefusal(
        DELETE,
        { exampleIds: [exampleId(edited.b), exampleId(edited.a)] },
        'NOT_FOUND',
        exampleId(edited.a),
      );
      await edited.expectRefusal(DELETE, { exampleIds: ['a'] }, 'BAD_USER_INPUT', 'DatasetExample');
    });
  });

  it('run one after another', async () => {
    await Promise.all([
      ...Array.from({ length: 4 }, (_, n) =>
        edited.run(ADD, { datasetId: edited.datasetId, examples: [given(100 + n)] }),
      ),
      ...Array.from({ length: 4 }, (_, n) =>
        edited.run(PATCH, {
          patches: [{ exampleId: exampleId(edited.c), metadata: { level: 10 + n } }],
        }),
      ),
      edited.run(DELETE, { exampleIds: [exampleId(edited.a)] }),
      store(edited.server, {
        action: 'append',
        examples: [example(50), example(2, { exampleId: 'b' })],
      }),
    ]);
    const versions = await storedVersions(edited.server);
    expect(versions).toHaveLength(11);
    const deltas = versions.map(({ created, deleted }) => created - deleted);
    expect(versions.map(({ exampleCount }) => exampleCount)).toEqual(
      deltas.map((_, at) => deltas.slice(0, at + 1).reduce((sum, delta) => sum + delta, 0)),
    );
    const live = (await storedExamples(edited.server)).filter(({ isLive }) => isLive);
    expect(live).toHaveLength(versions.at(-1)!.exampleCount);
  });
});
