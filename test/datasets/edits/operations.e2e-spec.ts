import { globalId } from '../../support/global-id.js';
import { storedExamples, storedVersions } from '../merging/merging.js';
import { anEditedDataset, exampleId, PATCH } from './edited-dataset.js';

describe('operations on examples over GraphQL', () => {
  const edited = anEditedDataset();

  const apply = (operations: readonly object[], more: object = {}) =>
    edited.run(PATCH, { datasetId: edited.datasetId, operations, ...more });
  const replace = (id: number, value: unknown, field = 'INPUT') => ({
    replace: { exampleId: exampleId(id), field, value },
  });
  const remove = (id: number) => ({ remove: { exampleId: exampleId(id) } });
  const add = (value: object) => ({ add: { value } });
  const refuse = (operations: readonly object[], code: string, message: string) =>
    edited.expectRefusal(PATCH, { datasetId: edited.datasetId, operations }, code, message);

  it('are stored together as one version', async () => {
    const before = await storedVersions(edited.server);
    const { errors } = await apply(
      [
        replace(edited.a, { question: 'first' }),
        add({ input: { question: 'new' }, output: { answer: 0 }, metadata: {}, externalId: 'd' }),
        replace(edited.a, { question: 'second' }),
        replace(edited.a, { level: 5 }, 'METADATA'),
        replace(edited.b, { answer: 20 }, 'OUTPUT'),
        remove(edited.b),
        add({ input: { question: 'question 3' }, output: { answer: 3 }, metadata: { level: 1 } }),
      ],
      { versionDescription: 'all at once', versionMetadata: { by: 'hand' } },
    );
    expect(errors).toBeUndefined();
    expect(await storedVersions(edited.server)).toHaveLength(before.length + 1);
    expect(await edited.newestVersion()).toEqual({
      description: 'all at once',
      metadata: { by: 'hand' },
      examples: 4,
      created: 2,
      updated: 1,
      deleted: 1,
    });
    const live = (await storedExamples(edited.server)).filter(({ isLive }) => isLive);
    expect(live).toMatchObject([
      { input: { question: 'second' }, output: { answer: 1 }, metadata: { level: 5 } },
      // An equal example stays beside the new one.
      { input: { question: 'question 3' }, metadata: { level: 1 } },
      { input: { question: 'new' }, externalId: 'd' },
      { input: { question: 'question 3' }, externalId: null },
    ]);
  });

  it('let an example take the place of one that was removed before', async () => {
    const { errors } = await apply([
      remove(edited.a),
      add({ input: { question: 'other' }, output: {}, metadata: {}, externalId: 'a' }),
    ]);
    expect(errors).toBeUndefined();
    expect(await edited.newestVersion()).toMatchObject({ examples: 3, updated: 1, deleted: 0 });
    await refuse(
      [add({ input: {}, output: {}, metadata: {}, externalId: 'c' }), remove(edited.c)],
      'CONFLICT',
      'Example "c" already exists in the dataset.',
    );
  });

  it('write no version if nothing changes', async () => {
    const before = await storedVersions(edited.server);
    const { errors } = await apply([replace(edited.a, { question: 'question 1' })]);
    expect(errors).toBeUndefined();
    expect(await storedVersions(edited.server)).toEqual(before);
  });

  it('change nothing if one of them cannot be applied', async () => {
    const good = replace(edited.a, { question: 'good' });
    await refuse([], 'BAD_USER_INPUT', 'There are no operations to apply.');
    await refuse([good, remove(edited.b), remove(edited.b)], 'BAD_USER_INPUT', 'operation 3');
    await refuse([good, remove(edited.b), replace(edited.b, {})], 'BAD_USER_INPUT', 'removed');
    await refuse([good, replace(edited.b, 'text')], 'BAD_USER_INPUT', 'input must be an object.');
    await refuse([good, remove(999_999)], 'NOT_FOUND', exampleId(999_999));
    await refuse([good, add({ externalId: 'b' })], 'CONFLICT', 'Example "b" already exists');
    await refuse([good, add({ externalId: exampleId(edited.b) })], 'BAD_USER_INPUT', 'global ID');
    await refuse(
      [good, add({ externalId: 'x'.repeat(2_001) })],
      'UNPROCESSABLE',
      'longer than 2000',
    );
    await refuse([good, {}], 'BAD_USER_INPUT', 'invalid value');
    await refuse([good, { ...good, ...remove(edited.b) }], 'BAD_USER_INPUT', 'invalid value');
  });

  it('need a dataset, and no patches beside them', async () => {
    const operations = [remove(edited.a)];
    const patches = [{ exampleId: exampleId(edited.a), input: {} }];
    const { datasetId } = edited;
    const refuseInput = (input: object, message: string, code = 'BAD_USER_INPUT') =>
      edited.expectRefusal(PATCH, input, code, message);
    await refuseInput({ operations }, 'datasetId is required.');
    await refuseInput({ operations, patches, datasetId }, 'Give either operations or patches.');
    await refuseInput({ datasetId }, 'Give either operations or patches.');
    await refuseInput(
      { operations, datasetId: globalId('Dataset', 999_999) },
      'No dataset with id',
      'NOT_FOUND',
    );
  });
});
