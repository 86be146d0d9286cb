import type { EvaluationTrace } from '../../features/evaluation-rules/api/last-evaluations.js';
import { LastEvaluationsQuery } from '../../features/evaluation-rules/api/last-evaluations.js';
import { MatchingCountQuery } from '../../features/evaluation-rules/api/matching-count.js';
import { NewestSubjectQuery } from '../../features/evaluation-rules/api/newest-subject.js';
import {
  type ChosenEvaluator,
  ChosenEvaluatorQuery,
  EvaluatorChoicesQuery,
} from '../../features/evaluation-rules/api/rule-evaluators.js';
import { RuleScoresQuery } from '../../features/evaluation-rules/api/rule-scores.js';
import {
  type Backfill,
  type Rule,
  RuleQuery,
  RulesQuery,
} from '../../features/evaluation-rules/api/rules.js';
import { LabelsQuery } from '../../features/project/metrics/annotation-charts.js';
import { answer, type Answer } from '../answers.js';
import { withTab } from './charts.js';
import { aBuiltIn } from './dataset-evaluators.js';
import { CONDITION_FIELDS } from './project-frame.js';
import { PROJECT, PROJECT_ID } from './project-scope.js';
import { ADA } from './users.js';

const TIME = '2026-02-03T04:05:06.000000Z';

/** A rule that looks for a word in the outputs of spans. */
export function aRule(part: Partial<Rule> = {}): Rule {
  return {
    id: 'rule-1',
    projectId: PROJECT_ID,
    name: 'mentions Paris',
    target: 'SPAN',
    condition: "span_kind == 'LLM'",
    samplingRate: 1,
    inputMapping: { literalMapping: { words: 'Paris' }, pathMapping: { text: 'output' } },
    maxEvaluationsPerDay: 1000,
    maxCostPerDay: null,
    isEnabled: true,
    evaluator: {
      __typename: 'BuiltInEvaluator',
      id: 'built-in-1',
      name: 'contains',
      kind: 'BUILTIN',
    },
    tracesProject: { id: 'project-2' },
    user: ADA,
    evaluatedToday: 0,
    failedToday: 0,
    skippedToday: 0,
    tokensToday: 0,
    costToday: 0,
    pricedSpansToday: { spanCount: 0, unpricedSpanCount: 0 },
    waitingCount: 0,
    lastError: null,
    lastErrorAt: null,
    createdAt: TIME,
    backfill: null,
    ...part,
  };
}

/** The evaluation of the past, which is under way. */
export function aBackfill(part: Partial<Backfill> = {}): Backfill {
  return {
    startTime: null,
    endTime: TIME,
    selectedCount: 4,
    doneCount: 3,
    isRunning: true,
    error: null,
    ...part,
  };
}

/** Answers what the list of rules asks. */
export const listRules = (...rules: Rule[]): Answer[] => [
  answer(RulesQuery, {
    node: { ...PROJECT, evaluationRules: { edges: rules.map((node) => ({ node })) } },
  }),
  answer(RuleScoresQuery, {
    node: { ...PROJECT, SPAN: [{ name: 'mentions Paris', meanScore: 0.25 }] },
  }),
];

/** The trace of an evaluation with an answer. */
export function anEvaluationTrace(
  part: Partial<NonNullable<EvaluationTrace['rootSpan']>> = {},
): EvaluationTrace {
  const said = { label: 'true', score: 1, explanation: 'The text contains "Paris".' };
  return {
    id: 'trace-1',
    traceId: 'abc',
    startTime: TIME,
    rootSpan: {
      id: 'span-1',
      statusCode: 'OK',
      statusMessage: '',
      metadata: JSON.stringify({ span_id: 'span-1' }),
      output: { value: JSON.stringify(said) },
      ...part,
    },
  };
}

/** The variables of the chart on the page of a rule. */
export const RuleChartQuery = LabelsQuery;

/** Answers what the page of a rule asks, besides its charts. */
export const showRule = (rule: Rule, ...traces: EvaluationTrace[]): Answer[] => [
  answer(RuleQuery, { node: { __typename: 'EvaluationRule', ...rule } }),
  answer(LastEvaluationsQuery, {
    node: { ...PROJECT, traces: { edges: traces.map((node) => ({ node })) } },
  }),
  answer(RuleChartQuery, (asked) => ({ node: withTab(asked, { data: [] }) })),
];

/** A built-in evaluator that was chosen for a rule. */
export const CONTAINS: ChosenEvaluator = {
  ...aBuiltIn(),
  __typename: 'BuiltInEvaluator',
  kind: 'BUILTIN',
};

/** Answers what the form of a rule asks: a few rows meet every condition, and one evaluator is there. */
export const RULE_FORM: readonly Answer[] = [
  answer(MatchingCountQuery, ({ ofSpans, ofTraces, ofSessions }) => ({
    node: {
      ...PROJECT,
      ...(ofSpans ? { SPAN: 3 } : {}),
      ...(ofTraces ? { TRACE: 2 } : {}),
      ...(ofSessions ? { SESSION: 0 } : {}),
    },
  })),
  answer(NewestSubjectQuery, ({ ofSpans }) => {
    const attributes = {
      input: { value: '{"question":"Which capital?"}', mime_type: 'application/json' },
      output: { value: 'Bern' },
    };
    const node = {
      name: 'answer',
      spanKind: 'llm' as const,
      attributes: JSON.stringify(attributes),
    };
    return { node: { ...PROJECT, ...(ofSpans ? { spans: { edges: [{ node }] } } : {}) } };
  }),
  ...CONDITION_FIELDS,
  answer(EvaluatorChoicesQuery, { builtInEvaluators: [CONTAINS], evaluators: { edges: [] } }),
  answer(ChosenEvaluatorQuery, { node: CONTAINS }),
];
