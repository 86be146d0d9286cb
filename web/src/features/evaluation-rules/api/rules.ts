import { graphql, type ResultOf, type VariablesOf } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

/** How often the figures of rules are read while somebody looks at them. */
const REFRESH_MS = 3_000;

/** As many as a project can have. */
const MAX_RULES = 50;

const RuleFields = graphql(`
  fragment RuleFields on EvaluationRule @_unmask {
    id
    projectId
    name
    target
    condition
    samplingRate
    inputMapping {
      literalMapping
      pathMapping
    }
    maxEvaluationsPerDay
    maxCostPerDay
    isEnabled
    evaluator {
      __typename
      id
      name
      kind
    }
    tracesProject {
      id
    }
    user {
      id
      username
    }
    evaluatedToday
    failedToday
    skippedToday
    tokensToday
    costToday
    pricedSpansToday {
      spanCount
      unpricedSpanCount
    }
    waitingCount
    lastError
    lastErrorAt
    createdAt
    backfill {
      startTime
      endTime
      selectedCount
      doneCount
      isRunning
      error
    }
  }
`);

export const RulesQuery = graphql(
  `
    query EvaluationRules($id: ID!, $first: Int!) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          evaluationRules(first: $first) {
            edges {
              node {
                ...RuleFields
              }
            }
          }
        }
      }
    }
  `,
  [RuleFields],
);

export const RuleQuery = graphql(
  `
    query EvaluationRule($id: ID!) {
      node(id: $id) {
        __typename
        ... on EvaluationRule {
          ...RuleFields
        }
      }
    }
  `,
  [RuleFields],
);

/** A rule with its figures of today. */
export type Rule = ResultOf<typeof RuleFields>;

/** The kind of rows that a rule evaluates. */
export type RuleTarget = Rule['target'];

/** The progress of evaluating what was already stored. */
export type Backfill = NonNullable<Rule['backfill']>;

export const CreateRuleMutation = graphql(`
  mutation CreateEvaluationRule($input: CreateEvaluationRuleInput!) {
    createEvaluationRule(input: $input) {
      evaluationRule {
        id
      }
    }
  }
`);

export const UpdateRuleMutation = graphql(`
  mutation UpdateEvaluationRule($input: UpdateEvaluationRuleInput!) {
    updateEvaluationRule(input: $input) {
      evaluationRule {
        id
      }
    }
  }
`);

export const DeleteRulesMutation = graphql(`
  mutation DeleteEvaluationRules($input: DeleteEvaluationRulesInput!) {
    deleteEvaluationRules(input: $input) {
      deletedEvaluationRuleIds
    }
  }
`);

export const BackfillRuleMutation = graphql(`
  mutation BackfillEvaluationRule($input: BackfillEvaluationRuleInput!) {
    backfillEvaluationRule(input: $input) {
      evaluationRule {
        id
      }
    }
  }
`);

export const StopBackfillMutation = graphql(`
  mutation StopEvaluationRuleBackfill($input: StopEvaluationRuleBackfillInput!) {
    stopEvaluationRuleBackfill(input: $input) {
      evaluationRule {
        id
      }
    }
  }
`);

/** The input for a new rule. */
export type RuleInput = Omit<VariablesOf<typeof CreateRuleMutation>['input'], 'projectId'>;

/** The queries that show rules, for mutations that change them. */
export const RULE_DOCUMENTS = [RulesQuery, RuleQuery];

/** Returns the rules of a project, and keeps their figures up to date. */
export function useRules(projectId: string) {
  const { data, error, reload } = useGraphqlQuery(
    RulesQuery,
    { id: projectId, first: MAX_RULES },
    { refetchInterval: REFRESH_MS },
  );
  const rules =
    data?.node.__typename === 'Project' ? listNodes(data.node.evaluationRules) : undefined;
  return { rules, error, reload };
}

/** Returns a rule, and keeps its figures up to date. */
export function useRule(id: string) {
  return readRule(useGraphqlQuery(RuleQuery, { id }, { refetchInterval: REFRESH_MS }));
}

/** Returns a rule to edit, with every number of its mapping unchanged. */
export function useEditedRule(id: string) {
  return readRule(useGraphqlQuery(RuleQuery, { id }, { exact: true }));
}

function readRule({
  data,
  error,
  reload,
}: ReturnType<typeof useGraphqlQuery<ResultOf<typeof RuleQuery>, { id: string }>>) {
  const rule = data?.node.__typename === 'EvaluationRule' ? data.node : undefined;
  return { rule, error, isMissing: data !== undefined && !rule, reload };
}
