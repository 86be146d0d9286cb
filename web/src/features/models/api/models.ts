import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, type List, useAllPages } from '../../../lib/data/use-pages.js';

const PAGE_SIZE = 1000;

const ModelFields = graphql(`
  fragment ModelFields on GenerativeModel @_unmask {
    id
    name
    provider
    namePattern
    kind
    startTime
    lastUsedAt
    priceSource
    priceDate
    tierThreshold
    tokenPrices {
      tokenType
      kind
      costPerMillionTokens
      tierCostPerMillionTokens
    }
  }
`);

export const ModelsQuery = graphql(
  `
    query Models($first: Int!, $after: String) {
      generativeModels(first: $first, after: $after) {
        edges {
          node {
            ...ModelFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [ModelFields],
);

/** A model with its prices. */
export type Model = ResultOf<typeof ModelFields>;
export type TokenPrice = Model['tokenPrices'][number];

/** Lists all models: custom ones first, then by provider and name. Reads all of them at once. */
export function useModels(): List<Model> {
  return useAllPages(
    createPageSource(ModelsQuery, {
      variables: { first: PAGE_SIZE },
      connection: (data) => data.generativeModels,
    }),
  );
}

export const CheckPatternQuery = graphql(`
  query CheckModelPattern($regex: String!) {
    validateRegularExpression(regex: $regex) {
      isValid
      errorMessage
    }
  }
`);

export const CreateModelMutation = graphql(
  `
    mutation CreateModel($input: CreateModelMutationInput!) {
      createModel(input: $input) {
        model {
          ...ModelFields
        }
      }
    }
  `,
  [ModelFields],
);

export const UpdateModelMutation = graphql(
  `
    mutation UpdateModel($input: UpdateModelMutationInput!) {
      updateModel(input: $input) {
        model {
          ...ModelFields
        }
      }
    }
  `,
  [ModelFields],
);

export const DeleteModelMutation = graphql(`
  mutation DeleteModel($input: DeleteModelMutationInput!) {
    deleteModel(input: $input) {
      model {
        id
      }
    }
  }
`);
