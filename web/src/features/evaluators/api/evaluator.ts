import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { OutputFields } from './evaluator-fields.js';

/** An evaluator with everything that its form needs, except for the prompt. */
const StoredEvaluatorFields = graphql(
  `
    fragment StoredEvaluatorFields on Evaluator @_unmask {
      __typename
      id
      name
      description
      kind
      datasetCount
      evaluationRuleCount
      outputConfigs {
        ...OutputFields
      }
      ... on BuiltInEvaluator {
        inputSchema
      }
      ... on CodeEvaluator {
        inputSchema
        language
        sourceCode
        sandboxConfig {
          id
          name
        }
        inputMapping {
          literalMapping
          pathMapping
        }
      }
      ... on LLMEvaluator {
        inputMapping {
          literalMapping
          pathMapping
        }
        promptVersion {
          id
        }
      }
    }
  `,
  [OutputFields],
);

export type StoredEvaluator = ResultOf<typeof StoredEvaluatorFields>;

export const DatasetEvaluatorQuery = graphql(
  `
    query DatasetEvaluator($id: ID!) {
      node(id: $id) {
        __typename
        ... on DatasetEvaluator {
          id
          name
          description
          dataset {
            id
          }
          inputMapping {
            literalMapping
            pathMapping
          }
          outputConfigs {
            ...OutputFields
          }
          evaluator {
            ...StoredEvaluatorFields
          }
        }
      }
    }
  `,
  [OutputFields, StoredEvaluatorFields],
);

type Node = ResultOf<typeof DatasetEvaluatorQuery>['node'];

/** An evaluator of a dataset with everything that its form needs, except for the prompt. */
export type AttachedEvaluator = Extract<Node, { __typename: 'DatasetEvaluator' }>;

/** Returns an evaluator of a dataset, with every number unchanged. */
export function useAttachedEvaluator(id: string) {
  const { data, error, reload } = useGraphqlQuery(DatasetEvaluatorQuery, { id }, { exact: true });
  const evaluator = data?.node.__typename === 'DatasetEvaluator' ? data.node : undefined;
  return { evaluator, error, isMissing: data !== undefined && !evaluator, reload };
}

export const StoredEvaluatorQuery = graphql(
  `
    query StoredEvaluator($id: ID!) {
      node(id: $id) {
        __typename
        ... on Evaluator {
          ...StoredEvaluatorFields
          createdAt
          updatedAt
          user {
            id
            username
          }
          updatedBy {
            id
            username
          }
          ... on LLMEvaluator {
            prompt {
              id
              name
            }
            promptVersion {
              id
              modelName
              modelProvider
            }
          }
          ... on CodeEvaluator {
            currentVersion {
              id
            }
          }
          datasetEvaluators(first: 100) {
            edges {
              node {
                id
                name
                dataset {
                  id
                  name
                }
                project {
                  id
                }
              }
            }
          }
          evaluationRules(first: 100) {
            edges {
              node {
                id
                name
                isEnabled
                project {
                  id
                  name
                }
                tracesProject {
                  id
                }
              }
            }
          }
        }
      }
    }
  `,
  [StoredEvaluatorFields],
);

type StoredNode = ResultOf<typeof StoredEvaluatorQuery>['node'];

/** An evaluator, whatever uses it, and its first uses. */
export type EvaluatorDetail = Extract<
  StoredNode,
  { __typename: 'LLMEvaluator' | 'CodeEvaluator' | 'BuiltInEvaluator' }
>;

/** The use of an evaluator in a dataset. */
export type DatasetUse = EvaluatorDetail['datasetEvaluators']['edges'][number]['node'];

/** A rule that uses an evaluator. */
export type RuleUse = EvaluatorDetail['evaluationRules']['edges'][number]['node'];

/** Returns an evaluator, with every number unchanged. */
export function useStoredEvaluator(id: string) {
  const { data, error, reload } = useGraphqlQuery(StoredEvaluatorQuery, { id }, { exact: true });
  const node = data?.node;
  const evaluator = node && 'datasetEvaluators' in node && 'kind' in node ? node : undefined;
  return { evaluator, error, isMissing: data !== undefined && !evaluator, reload };
}
