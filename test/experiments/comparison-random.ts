import fc from 'fast-check';
import type { Cases } from '../support/generated-cases.js';
import { anExample } from '../support/factories/dataset-example.js';
import { anEvaluation, aRun } from '../support/factories/experiment.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aDatasetToCompareOn, experimentId } from './comparing.js';

const VALUES = [
  '1e308',
  '-1e308',
  '1E-307',
  '0.0',
  '-0',
  '123456789012345678901234567890',
  '1e5',
  'null',
  'true',
  'false',
  '""',
  '"1e999"',
  '"NaN"',
  '"5"',
  '"true"',
  '[]',
  '{}',
  '[[1]]',
  '{"a":{"b":[1,"x"]}}',
  '"\\u0001 \\\\ % _ \\" \u{1f600}"',
  '"é"',
];

/** Random conditions made from everything that the filter of a comparison supports. */
/** Compares experiments with generated conditions. */
export function describeRandomConditions(cases: Cases): void {
  describe('a random condition of a comparison', () => {
    let server: TestServer;
    let experiments: string[];

    beforeAll(async () => {
      server = await startTestServer();
      const { datasetId, experiment } = await aDatasetToCompareOn(server);
      const examples = await Promise.all(
        VALUES.map(() => anExample(server, { dataset_id: datasetId })),
      );
      for (const [index, value] of VALUES.entries()) {
        const object = `{"x":${value},"y":[${value}]}`;
        await server.sql(
          `UPDATE dataset_example_revisions SET input = $2, output = $2, metadata = $2
            WHERE example_id = $1`,
          [examples[index]!.id, object],
        );
      }
      const [base, other] = [await experiment({ repetitions: 2 }), await experiment()];
      for (const [index, example] of examples.entries()) {
        const given = { experiment_id: base.id, example_id: example.id };
        const { id } = await aRun(server, { ...given, latency_ms: 10 ** (index - 5) });
        await aRun(server, { ...given, repetition_number: 2, error: VALUES[index]! });
        await server.sql('UPDATE experiment_runs SET output = $2 WHERE id = $1', [
          id,
          VALUES[index],
        ]);
        await anEvaluation(server, { run_id: id, name: 'q', score: index % 2 ? 1e300 : -1e-300 });
      }
      experiments = [base, other].map(({ id }) => experimentId(id));
    });
    afterAll(() => server.stop());

    const run = fc.constantFrom('', 'experiments[0].', 'experiments[1].');
    const path = fc.constantFrom(
      "['x']",
      "['y'][0]",
      "['y'][-1]",
      "['x']['a']['b'][1]",
      "['it\\'s']",
    );
    const number = fc.oneof(
      fc
        .tuple(run, fc.constantFrom('latency_ms', "evals['q'].score"))
        .map((parts) => parts.join('')),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => `${value}`),
      fc.constantFrom('1e-400', '0.1e-300', '123_456', `1${'0'.repeat(300)}`),
    );
    const text = fc.oneof(
      fc
        .tuple(run, fc.constantFrom('error', "evals['q'].label", "evals['q'].explanation"))
        .map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme' }).map((value) => JSON.stringify(value.replaceAll('\0', ''))),
    );
    const json = fc.oneof(
      fc
        .tuple(fc.constantFrom('input', 'reference_output', 'metadata'), path)
        .map((parts) => parts.join('')),
      fc
        .tuple(run, fc.constant('output'), fc.oneof(path, fc.constant('')))
        .map((parts) => parts.join('')),
    );
    const equality = fc.constantFrom('==', '!=');
    const order = fc.oneof(equality, fc.constantFrom('<', '<=', '>', '>='));
    const test = fc
      .oneof(
        fc.tuple(fc.oneof(number, json), order, fc.oneof(number, json)),
        fc.tuple(fc.oneof(text, json), order, text),
        fc.tuple(json, equality, fc.constantFrom('True', 'False', 'None')),
        fc.tuple(json, fc.constantFrom('is', 'is not'), fc.constantFrom('True', 'False', 'None')),
        fc.tuple(text, fc.constantFrom('in', 'not in'), json),
        fc.tuple(
          json.map((value) => `-${value}`),
          order,
          number,
        ),
      )
      .map((parts) => parts.join(' '));
    const condition = fc
      .array(fc.tuple(fc.constantFrom('', 'not '), test), { minLength: 1, maxLength: 5 })
      .chain((tests) =>
        fc
          .array(fc.constantFrom(' and ', ' or ', ' and not (', ' or ('), {
            minLength: 5,
            maxLength: 5,
          })
          .map((joints) => {
            const joined = tests.map(
              ([not, test], at) => `${at > 0 ? joints[at] : ''}${not}${test}`,
            );
            const text = joined.join('');
            const open = joints
              .slice(1, tests.length)
              .filter((joint) => joint.endsWith('(')).length;
            return text + ')'.repeat(open);
          }),
      );

    it('is executed by PostgreSQL, whatever the values are', async () => {
      const [base, other] = experiments;
      await fc.assert(
        fc.asyncProperty(condition, async (text) => {
          const { errors } = await server.gql(
            `query ($base: ID!, $others: [ID!]!, $text: String) {
               compareExperiments(baseExperimentId: $base, compareExperimentIds: $others,
                                  filterCondition: $text) { edges { node { id } } } }`,
            { base, others: [other], text },
          );
          expect(errors?.map(({ message }) => `${message}: ${text}`)).toBeUndefined();
        }),
        cases,
      );
    });
  });
}
