import { eventuallyAfter, whenNone } from '../support/background-loops.js';
import { eventually } from '../support/eventually.js';
import { globalId } from '../support/global-id.js';
import type { GraphqlAnswer, TestServer } from '../support/server.js';

/** A rule, as the operations below return it. */
export interface Rule {
  id: string;
  projectId: string;
  name: string;
  target: string;
  condition: string;
  samplingRate: number;
  inputMapping: { literalMapping: object; pathMapping: object };
  maxEvaluationsPerDay: number | null;
  maxCostPerDay: number | null;
  isEnabled: boolean;
  evaluator: { name: string; kind: string };
  tracesProject: { id: string; name: string } | null;
  user: { username: string } | null;
  evaluatedToday: number;
  failedToday: number;
  skippedToday: number;
  tokensToday: number;
  costToday: number;
  pricedSpansToday: { spanCount: number; unpricedSpanCount: number };
  waitingCount: number;
  lastError: string | null;
  lastErrorAt: string | null;
}

export const RULE = `id projectId name target condition samplingRate
  inputMapping { literalMapping pathMapping } maxEvaluationsPerDay maxCostPerDay isEnabled
  evaluator { name kind } tracesProject { id name } user { username }
  evaluatedToday failedToday skippedToday tokensToday costToday
  pricedSpansToday { spanCount unpricedSpanCount } waitingCount lastError lastErrorAt`;

/** Whether the output of a span contains "Paris". */
export const FINDS_PARIS = {
  literalMapping: { words: ['Paris'] },
  pathMapping: { text: 'output' },
};

type Gql = <T>(query: string, variables?: Record<string, unknown>) => Promise<GraphqlAnswer<T>>;

/** Parts of a rule that are refused, each with the code of the error and a part of its message. */
export const REFUSED_PARTS: [name: string, part: object, code: string, message: string][] = [
  ['a mistake in the condition', { condition: 'name ==' }, 'BAD_REQUEST', '(at character '],
  [
    'an unknown project',
    { projectId: globalId('Project', 2 ** 40) },
    'NOT_FOUND',
    `Project "${globalId('Project', 2 ** 40)}" not found.`,
  ],
  [
    'an unknown evaluator',
    { evaluatorId: globalId('LLMEvaluator', 2 ** 40) },
    'NOT_FOUND',
    `Evaluator "${globalId('LLMEvaluator', 2 ** 40)}" not found.`,
  ],
  [
    'the ID of something else',
    { evaluatorId: globalId('Dataset', 1) },
    'BAD_USER_INPUT',
    'is not the ID of an evaluator',
  ],
  [
    'a path that is malformed',
    { inputMapping: { pathMapping: { text: 'output[' } } },
    'UNPROCESSABLE',
    'is not a path',
  ],
];

/** The loops that spans pass through until they are evaluated. */
export const RULE_LOOPS = ['index', 'evaluation-selection', 'evaluations'] as const;

/** Sends operations on rules. Waits for evaluations of `server`, if it is given, without pauses. */
export function ruleOperations(gql: Gql, server?: () => TestServer) {
  const change = async (operation: 'create' | 'update', input: object) => {
    const type = `${operation === 'create' ? 'Create' : 'Update'}EvaluationRuleInput`;
    const { data, errors } = await gql<{ done: { evaluationRule: Rule } }>(
      `mutation ($input: ${type}!) {
        done: ${operation}EvaluationRule(input: $input) { evaluationRule { ${RULE} } }
      }`,
      { input },
    );
    return { rule: data?.done.evaluationRule, error: errors?.[0] };
  };
  const read = async (id: string): Promise<Rule | null> => {
    const { data } = await gql<{ node: Rule }>(
      `{ node(id: "${id}") { ... on EvaluationRule { ${RULE} } } }`,
    );
    return data?.node ?? null;
  };
  const builtIn = async (name: string): Promise<string> => {
    const { data } = await gql<{ builtInEvaluators: { id: string; name: string }[] }>(
      '{ builtInEvaluators { id name } }',
    );
    return data!.builtInEvaluators.find((evaluator) => evaluator.name === name)!.id;
  };
  return {
    read,
    builtIn,
    create: (input: object) => change('create', input),
    update: (input: object) => change('update', input),
    /** Creates a rule that looks for "Paris". Fails the test if that fails. */
    aRule: async (projectId: number, rest: object = {}): Promise<Rule> => {
      const { rule, error } = await change('create', {
        projectId: globalId('Project', projectId),
        name: 'mentions Paris',
        evaluatorId: await builtIn('contains'),
        inputMapping: FINDS_PARIS,
        ...rest,
      });
      expect(error).toBeUndefined();
      return rule!;
    },
    remove: async (ids: readonly string[]) => {
      const { data, errors } = await gql<Record<string, object>>(
        `mutation ($input: DeleteEvaluationRulesInput!) {
          deleteEvaluationRules(input: $input) { deletedEvaluationRuleIds }
        }`,
        { input: { evaluationRuleIds: ids } },
      );
      return { done: data?.['deleteEvaluationRules'], error: errors?.[0] };
    },
    /** Waits until a rule has evaluated, failed and skipped so many in total. */
    whenDone: (id: string, count: number): Promise<Rule> => {
      const what = `${count} evaluations`;
      const probe = async () => {
        const rule = (await read(id))!;
        const done = rule.evaluatedToday + rule.failedToday + rule.skippedToday;
        return done >= count ? rule : null;
      };
      return server ? eventuallyAfter(server(), RULE_LOOPS, what, probe) : eventually(what, probe);
    },
  };
}

/** Waits until the loops have looked at all new spans. */
export async function whenSelected(server: TestServer): Promise<void> {
  await whenNone(
    server,
    'SELECT FROM unindexed_spans UNION ALL SELECT FROM unevaluated_spans LIMIT 1',
    'index',
    'evaluation-selection',
  );
}

/** The attributes of a span with an output. */
export const said = (output: string, rest: object = {}) => ({
  'output.value': output,
  ...rest,
});
