import { graphql, type ResultOf, type VariablesOf } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

/** How often rules are read while somebody looks at them. */
const REFRESH_MS = 5_000;
/** As many as a project can have. */
const MAX_RULES = 200;
const SHOWN_EVENTS = 30;
const MAX_WEBHOOKS = 100;

const AlertRuleFields = graphql(`
  fragment AlertRuleFields on AlertRule @_unmask {
    id
    name
    target
    metric
    condition
    measure
    annotation
    groupBy
    groupAttribute
    windowMinutes
    baseline
    comparison
    threshold
    quietMinutes
    isEnabled
    state
    stateSince
    lastValue
    lastError
    evaluatedAt
    firingGroups {
      key
      value
      firingSince
    }
    webhooks {
      id
      name
    }
    recipients {
      id
      username
    }
  }
`);

export const AlertsQuery = graphql(
  `
    query Alerts($id: ID!, $first: Int!, $events: Int!) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          alertRules(first: $first) {
            edges {
              node {
                ...AlertRuleFields
              }
            }
          }
          alertEvents(first: $events) {
            edges {
              node {
                id
                state
                summary
                createdAt
              }
            }
          }
        }
      }
    }
  `,
  [AlertRuleFields],
);

export const PreviewQuery = graphql(`
  query AlertPreview(
    $id: ID!
    $target: AlertTarget!
    $metric: String
    $condition: String!
    $measure: AlertMeasure!
    $annotation: String
    $groupBy: ChartGrouping
    $groupAttribute: String
    $windowMinutes: Int!
    $baseline: AlertBaseline!
    $comparison: AlertComparison!
  ) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        alertPreview(
          target: $target
          metric: $metric
          condition: $condition
          measure: $measure
          annotation: $annotation
          groupBy: $groupBy
          groupAttribute: $groupAttribute
          windowMinutes: $windowMinutes
          baseline: $baseline
          comparison: $comparison
        ) {
          time
          value
        }
      }
    }
  }
`);

export const ReceiversQuery = graphql(`
  query AlertReceivers($first: Int!) {
    webhooks(first: $first) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

export const CreateAlertRuleMutation = graphql(`
  mutation CreateAlertRule($input: CreateAlertRuleInput!) {
    createAlertRule(input: $input) {
      alertRule {
        id
      }
    }
  }
`);

export const UpdateAlertRuleMutation = graphql(`
  mutation UpdateAlertRule($input: UpdateAlertRuleInput!) {
    updateAlertRule(input: $input) {
      alertRule {
        id
      }
    }
  }
`);

export const DeleteAlertRulesMutation = graphql(`
  mutation DeleteAlertRules($input: DeleteAlertRulesInput!) {
    deleteAlertRules(input: $input) {
      deletedAlertRuleIds
    }
  }
`);

export const TestAlertRuleMutation = graphql(`
  mutation TestAlertRule($input: TestAlertRuleInput!) {
    testAlertRule(input: $input) {
      value
      groups {
        key
        value
      }
      pricedSpans {
        spanCount
        unpricedSpanCount
      }
    }
  }
`);

export type AlertRule = ResultOf<typeof AlertRuleFields>;
export type AlertRuleInput = Omit<
  VariablesOf<typeof CreateAlertRuleMutation>['input'],
  'projectId'
>;
type PreviewVariables = VariablesOf<typeof PreviewQuery>;

/** The settings that decide about the values of a rule. */
export type Previewed = Omit<PreviewVariables, 'id'>;

/** Returns the rules of a project and their history, and keeps them up to date. */
export function useAlerts(projectId: string) {
  const { data, error, reload } = useGraphqlQuery(
    AlertsQuery,
    { id: projectId, first: MAX_RULES, events: SHOWN_EVENTS },
    { refetchInterval: REFRESH_MS },
  );
  const project = data?.node.__typename === 'Project' ? data.node : undefined;
  return {
    rules: project && listNodes(project.alertRules),
    events: project && listNodes(project.alertEvents),
    error,
    reload,
  };
}

/** Returns what a rule would have measured on the last day. */
export function useAlertPreview(projectId: string, previewed: Previewed, isComplete: boolean) {
  const { data, error, isLoading } = useGraphqlQuery(
    PreviewQuery,
    { id: projectId, ...previewed },
    { enabled: isComplete, staleTime: 60_000 },
  );
  const points = data?.node.__typename === 'Project' ? data.node.alertPreview : undefined;
  return { points, error, isLoading };
}

/** Lists the webhooks that a rule can tell. */
export function useReceivers() {
  const { data, reload } = useGraphqlQuery(ReceiversQuery, { first: MAX_WEBHOOKS });
  return { webhooks: data ? listNodes(data.webhooks) : [], reload };
}
