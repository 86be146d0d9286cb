import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

export const BuiltInProvidersQuery = graphql(`
  query BuiltInModelProviders {
    modelProviders {
      key
      name
      missingCredentials
    }
  }
`);

export type BuiltInProvider = ResultOf<typeof BuiltInProvidersQuery>['modelProviders'][number];

/** Returns the built-in providers that the server allows; the ones that can be used are first. */
export function useBuiltInProviders() {
  const { data, error, reload } = useGraphqlQuery(BuiltInProvidersQuery, {});
  const [ready = [], others = []] = [true, false].map((isReady) =>
    data?.modelProviders.filter(
      (provider) => isReady === (provider.missingCredentials.length === 0),
    ),
  );
  return { providers: data && [...ready, ...others], readyCount: ready.length, error, reload };
}
