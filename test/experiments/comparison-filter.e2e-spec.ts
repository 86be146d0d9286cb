import { anExample } from '../support/factories/dataset-example.js';
import { aDataset } from '../support/factories/dataset.js';
import { anEvaluation, anExperiment, aRun } from '../support/factories/experiment.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { experimentId } from './comparing.js';

interface Run {
  output?: unknown;
  error?: string;
  ms?: number;
  evals?: Record<string, { score?: number; label?: string; explanation?: string }>;
}

/**
 * Checks which examples, named by letters, a condition selects. Each experiment has runs of some.
 */
describe('conditions of a comparison', () => {
  let server: TestServer;
  let experiments: string[];

  beforeAll(async () => {
    server = await startTestServer();
    const { id: dataset_id } = await aDataset(server);
    const examples: Record<string, { id: number }> = {};
    const example = async (letter: string, payload: object) => {
      examples[letter] = await anExample(server, { dataset_id, external_id: letter, ...payload });
    };
    await example('A', {
      input: { question: 'How do I get a Refund?', turns: [{ n: 1 }, { n: 2 }] },
      output: { answer: 'yes', list: ['x'] },
      metadata: { difficulty: 7, tags: ['hard', 'say "hi"'], hard: true, nothing: null },
    });
    await example('B', {
      input: { question: 'Where is my parcel?', 'odd.key': 1 },
      output: { answer: 'no' },
      metadata: { difficulty: '6.5', hard: 'false' },
    });
    await example('C', { input: { question: 5 }, output: {}, metadata: { difficulty: 'high' } });
    const run = async (experiment_id: number, letter: string, runs: Run[]) => {
      for (const [index, { output, error = null, ms = 100, evals = {} }] of runs.entries()) {
        const { id: run_id } = await aRun(server, {
          experiment_id,
          example_id: examples[letter]!.id,
          repetition_number: index + 1,
          output,
          error,
          latency_ms: ms,
        });
        for (const [name, said] of Object.entries(evals)) {
          await anEvaluation(server, { run_id, name, ...said });
        }
      }
    };
    const base = await anExperiment(server, { dataset_id });
    const other = await anExperiment(server, { dataset_id });
    const third = await anExperiment(server, { dataset_id });
    // An example outside the base is never compared.
    await example('D', { input: { question: 'refund' } });
    await run(base.id, 'A', [
      {
        output: { text: 'Sorry, no', n: 1 },
        ms: 2000,
        evals: { correct: { score: 1, label: 'good' } },
      },
    ]);
    await run(base.id, 'B', [
      {
        output: 'plain',
        ms: 100,
        evals: { correct: { score: 0, label: 'bad', explanation: 'Too SHORT' } },
      },
      { output: null, error: 'Timeout', ms: 300 },
    ]);
    await run(base.id, 'C', [{ output: [1, 2], ms: 500 }]);
    await run(other.id, 'A', [
      { output: { text: 'yes', n: 2 }, ms: 900, evals: { correct: { score: 1 } } },
    ]);
    await run(other.id, 'B', [{ output: 'SORRY', ms: 200, evals: { correct: { score: 0.5 } } }]);
    await run(other.id, 'D', [{ output: 'sorry', ms: 5000 }]);
    await run(third.id, 'C', [
      { output: { n: 3 }, ms: 400, evals: { 'it\'s "odd"': { score: 0.2 } } },
    ]);
    experiments = [base, other, third].map(({ id }) => experimentId(id));
  });
  afterAll(() => server.stop());

  const compare = async (condition: string) => {
    const [base, ...others] = experiments;
    const { data, errors } = await server.gql<{
      compareExperiments: { edges: { node: { example: { externalId: string } } }[] };
    }>(
      `query ($base: ID!, $others: [ID!]!, $condition: String) {
         compareExperiments(baseExperimentId: $base, compareExperimentIds: $others,
                            filterCondition: $condition) {
           edges { node { example { externalId } } } } }`,
      { base, others, condition },
    );
    const letters = data?.compareExperiments.edges.map(({ node }) => node.example.externalId);
    return { selected: letters?.join(''), error: errors?.[0] };
  };
  const validate = async (condition: string, experimentIds = experiments) => {
    const { data, errors } = await server.gql<{
      result: { isValid: boolean; errorMessage: string | null };
    }>(
      `query ($condition: String!, $experimentIds: [ID!]!) {
         result: validateExperimentRunFilterCondition(condition: $condition,
                                                      experimentIds: $experimentIds) {
           isValid errorMessage } }`,
      { condition, experimentIds },
    );
    return { result: data?.result, error: errors?.[0] };
  };

  it.each([
    // Any experiment may satisfy each comparison, independently of the others.
    ['latency_ms > 1000', 'A'],
    ['latency_ms > 150', 'ABC'],
    ['latency_ms == 900', 'A'],
    ['error is not None', 'B'],
    ['error is None', 'ABC'],
    ["error == 'Timeout'", 'B'],
    ["'time' in error", 'B'],
    ["'sorry' in output", 'AB'],
    ["'sorry' in output['text']", 'A'],
    ["output == 'plain'", 'B'],
    ["output['n'] == 3", 'C'],
    ["output['n'] > 0", 'AC'],
    ['output[1] == 2', 'C'],
    ['output is None', 'ABC'],
    ["evals['correct'].score > 0.4", 'AB'],
    ["evals['correct'].score > 0.4 and error is not None", 'B'],
    ["evals['correct'].label == 'bad'", 'B'],
    ["'short' in evals['correct'].explanation", 'B'],
    ['evals["it\'s \\"odd\\""].score < 1', 'C'],
    ["evals['never'].score is None", 'ABC'],
    ["evals['never'].score is not None", ''],
    ["latency_ms > 150 and evals['correct'].score < 1", 'B'],
    ['-latency_ms < -1000', 'A'],
    // Both names in a comparison refer to the same run.
    ["latency_ms < evals['correct'].score", ''],
    // `not` requires every experiment to have the run and its value.
    ['not latency_ms > 10000', ''],
    ['not error is not None', 'AC'],
    ["not 'sorry' in output", ''],
    // A particular experiment.
    ['experiments[0].latency_ms > experiments[1].latency_ms', 'AB'],
    ['experiments[0].latency_ms > 150', 'ABC'],
    ['experiments[1].latency_ms > 150', 'AB'],
    ['not (experiments[1].latency_ms > 500)', 'B'],
    ['experiments[1].latency_ms != 900', 'B'],
    ['experiments[1].latency_ms is None', 'C'],
    ["experiments[1].evals['correct'].score < 1", 'B'],
    ["experiments[0].evals['correct'].score == experiments[1].evals['correct'].score", 'A'],
    ["experiments[0].evals['correct'].score is None", 'BC'],
    ["experiments[0].evals['correct'].label != 'good'", 'B'],
    // With several repetitions, one of them must satisfy all parts.
    ['experiments[0].error is not None and experiments[0].latency_ms > 200', 'B'],
    ['experiments[0].error is not None and experiments[0].latency_ms < 200', ''],
    ['experiments[0].error is None and experiments[0].latency_ms < 200', 'B'],
    ["experiments[0].output['n'] < experiments[1].output['n']", 'A'],
    ['experiments[0].output == experiments[1].output', ''],
    ['latency_ms < experiments[0].latency_ms', 'ABC'],
    ['experiments[2].output is not None', 'C'],
    // Examples, as they were when the experiment began.
    ["'refund' in input['question']", 'A'],
    ["'refund' not in input['question']", 'BC'],
    ["reference_output['answer'] == 'yes'", 'A'],
    ["reference_output['answer'] != 'yes'", 'B'],
    ["reference_output['answer'] is None", 'C'],
    ["metadata['difficulty'] > 5", 'AB'],
    ["metadata['difficulty'] < 7", 'B'],
    ["metadata['difficulty'] == 'high'", 'C'],
    ["metadata['hard'] == True", 'A'],
    ["metadata['hard'] is False", 'B'],
    ["metadata['hard'] is not True", 'BC'],
    ["metadata['nothing'] is None", 'ABC'],
    ["metadata['tags'][0] == 'hard'", 'A'],
    ["'hard' in metadata['tags']", 'A'],
    [`'say "HI"' in metadata['tags']`, 'A'],
    ["input['odd.key'] == 1", 'B'],
    ["input['turns'][1]['n'] == 2", 'A'],
    ["input['turns'][-1]['n'] == 2", 'A'],
    ["input['question'] == input['question']", 'ABC'],
    ["metadata['difficulty'] > 5 and latency_ms > 1000", 'A'],
    ["metadata['difficulty'] > 6.9 or experiments[0].latency_ms == 500", 'AC'],
    ["latency_ms > 1000 or error is not None and not 'refund' in input['question']", 'AB'],
    ['latency_ms > 1_00.5e0 and True', 'ABC'],
    [' \n ', 'ABC'],
  ])('%s selects %j', async (condition, expected) => {
    expect(await compare(condition)).toEqual({ selected: expected, error: undefined });
    expect(await validate(condition)).toEqual({ result: { isValid: true, errorMessage: null } });
  });

  it.each([
    ['latency > 5', 'Unknown name `latency`; did you mean `latency_ms`? (at character 1).'],
    ['experiment[0].error is None', 'did you mean `experiments`?'],
    ['output == none', 'Unknown name `none`; did you mean `None`? (at character 11).'],
    ["status == 'ok'", 'Unknown name `status`'],
    ["constructor['x'] == 1", 'Unknown name `constructor`'],
    ["__proto__['x'] == 1", 'Unknown name `__proto__`'],
    ['experiments[0].toString is None', 'Unknown name `toString`'],
    ["annotations['q'].score > 1", "Write evaluations of runs as evals['name'].score"],
    ["input == 'x'", "`input` can only be compared by its parts: input['key']"],
    ["'x' in reference_output", 'can only be compared by its parts'],
    ['metadata is None', 'can only be compared by its parts'],
    ["input.question == 'x'", "Write parts of `input` as ['question'] (at character 7)."],
    ["input[['a', 'b']] == 'x'", "Write parts of `input` as ['key']"],
    ['output.n == 1', "Write parts of `output` as ['n']"],
    ["evals['q']", 'Select a field of the evaluation: .score, .label, .explanation'],
    ["evals['q'] > 1", 'Select a field of the evaluation'],
    ['evals > 1', "Select an evaluation by its name: evals['name']"],
    ['evals.q.score > 1', 'Select an evaluation by its name'],
    ["evals['q'].scores > 1", 'Unknown name `scores`; did you mean `score`?'],
    ["evals['q'].constructor > 1", 'Unknown name `constructor`'],
    ["evals['q'].label.x == 'a'", '`label` has no parts'],
    ["latency_ms['x'] > 1", '`latency_ms` has no parts'],
    ['experiments[3].latency_ms > 1', 'There is no experiments[3]; the last one is experiments[2]'],
    ['experiments[-1].latency_ms > 1', 'There is no experiments[-1]'],
    ["experiments['base'].latency_ms > 1", 'Select an experiment by its position'],
    ['experiments.error is None', 'Select an experiment by its position'],
    ['experiments is None', 'Select an experiment by its position'],
    ['experiments[0] is None', 'Select a field of the experiment: experiments[0].latency_ms'],
    ["experiments[0]['error'] is None", 'Select a field of the experiment'],
    ["experiments[0].input['q'] == 1", 'Unknown name `input`'],
    ["latency_ms > '5'", 'drop the quotes: 5'],
    ["evals['q'].score == 'good'", 'is a number'],
    ["evals['q'].label == 1", 'put it in quotes'],
    ['1 < latency_ms < 5', 'Chained comparisons are not supported'],
    ['latency_ms + 1 > 5', 'Arithmetic is not supported'],
    ['latency_ms in [1, 2]', 'A list is not supported'],
    ['error in ("a", "b")', 'A list is not supported'],
    ["'a' in ['a']", 'A list is not supported'],
    ['float(output) > 1', 'float(…) is not supported'],
    ['len(output) > 1', '`len` cannot be called'],
    ["error.startswith('x')", '`error.startswith` cannot be called'],
    ["error is 'x'", '`is` works only with None, True and False'],
    ['latency_ms is True', '`latency_ms` is a number'],
    ["'a' in 'abc'", 'not a string'],
    ['latency_ms', '`latency_ms` alone is not a condition'],
    ['not output', '`output` alone is not a condition'],
    ['True', 'alone is not a condition'],
    ["input['q'] > True", 'True and False have no order'],
    ['latency_ms > 1e400', 'is too large'],
    ["error == 'a\0b'", 'cannot contain NUL'],
    [`${'('.repeat(5000)}latency_ms`, 'nested too deeply'],
    ['ｅrror is None', 'only ASCII letters are allowed'],
    ["output == '\\ud800'", 'half of a surrogate pair'],
  ])(
    '%j is refused, and reported without failing by the validation',
    async (condition, message) => {
      const refused = await compare(condition);
      expect(refused.selected).toBeUndefined();
      expect(refused.error?.message).toContain(message);
      expect(refused.error?.extensions.code).toBe('BAD_REQUEST');
      expect(await validate(condition)).toEqual({
        result: { isValid: false, errorMessage: refused.error?.message },
      });
    },
  );

  it('accepts as many experiments as are compared', async () => {
    const [base, other] = experiments as [string, string, string];
    const second = 'experiments[1].error is None';
    expect((await validate(second, [base])).result?.isValid).toBe(false);
    expect((await validate(second, [base, other])).result?.isValid).toBe(true);
    expect((await validate(second, [])).error).toMatchObject({
      message: 'At least one experiment is required.',
      extensions: { code: 'BAD_REQUEST' },
    });
    expect((await validate(second, ['x'])).error?.extensions.code).toBe('BAD_USER_INPUT');
    expect((await validate(second, [base, experimentId(999_999)])).error).toMatchObject({
      extensions: { code: 'NOT_FOUND' },
    });
  });

  it('reads examples at the revision that the base used', async () => {
    await server.sql(
      `UPDATE dataset_examples SET revision_id = 0, is_live = false WHERE external_id = 'A'`,
    );
    expect((await compare("'refund' in input['question']")).selected).toBe('A');
  });
});
