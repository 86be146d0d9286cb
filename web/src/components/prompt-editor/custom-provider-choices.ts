import { graphql, type ResultOf } from '../../graphql.js';
import { listNodes } from '../../lib/data/connections.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';

/** More than anyone sets up; a select with more would be useless. */
export const CustomProviderChoicesQuery = graphql(`
  query CustomProviderChoices {
    generativeModelCustomProviders(first: 200) {
      edges {
        node {
          id
          name
          sdk
          modelNames
        }
      }
    }
  }
`);

/** A custom provider that can be chosen. */
export type CustomProviderChoice = ResultOf<
  typeof CustomProviderChoicesQuery
>['generativeModelCustomProviders']['edges'][number]['node'];

/** Lists the custom providers by name. */
export function useCustomProviderChoices() {
  const { data } = useGraphqlQuery(CustomProviderChoicesQuery, {});
  const choices = data ? listNodes(data.generativeModelCustomProviders) : [];
  return {
    choices: choices.toSorted((a, b) => a.name.localeCompare(b.name)),
    isLoaded: data !== undefined,
  };
}
