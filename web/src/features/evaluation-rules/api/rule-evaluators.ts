import { graphql, type ResultOf } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

/** More would make the list of choices useless; people type a part of the name instead. */
const MAX_OFFERED = 100;

export const EvaluatorChoicesQuery = graphql(`
  query EvaluatorChoices($first: Int!, $filter: EvaluatorFilter) {
    builtInEvaluators {
      id
      name
      description
      kind
    }
    evaluators(first: $first, filter: $filter, sort: { col: name, dir: asc }) {
      edges {
        node {
          id
          name
          description
          kind
        }
      }
    }
  }
`);

export const ChosenEvaluatorQuery = graphql(`
  query ChosenEvaluator($id: ID!) {
    node(id: $id) {
      __typename
      ... on BuiltInEvaluator {
        id
        name
        description
        kind
        inputSchema
      }
      ... on LLMEvaluator {
        id
        name
        description
        kind
        inputSchema
      }
      ... on CodeEvaluator {
        id
        name
        description
        kind
        inputSchema
        inputMapping {
          literalMapping
          pathMapping
        }
      }
    }
  }
`);

/** An evaluator that a rule can use. */
export type EvaluatorChoice = ResultOf<
  typeof EvaluatorChoicesQuery
>['evaluators']['edges'][number]['node'];

/** An evaluator with its inputs. */
export type ChosenEvaluator = Extract<
  ResultOf<typeof ChosenEvaluatorQuery>['node'],
  { __typename: 'BuiltInEvaluator' | 'LLMEvaluator' | 'CodeEvaluator' }
>;

/** Returns the built-in evaluators, and stored ones whose names contain a text, by name. */
export function useEvaluatorChoices(name: string) {
  const filter = name.trim() === '' ? null : ({ col: 'name', value: name.trim() } as const);
  const { data, error, reload } = useGraphqlQuery(
    EvaluatorChoicesQuery,
    { first: MAX_OFFERED, filter },
    { keepPrevious: true },
  );
  const stored = data && listNodes(data.evaluators).filter(({ kind }) => kind !== 'BUILTIN');
  return { builtIn: data?.builtInEvaluators, stored, error, reload };
}

/** Returns the chosen evaluator, with every number of its mapping unchanged. */
export function useChosenEvaluator(id: string) {
  const { data, error, reload } = useGraphqlQuery(
    ChosenEvaluatorQuery,
    { id },
    { exact: true, enabled: id !== '' },
  );
  const node = data?.node;
  const evaluator = node && 'inputSchema' in node ? node : undefined;
  return { evaluator, error, reload };
}
