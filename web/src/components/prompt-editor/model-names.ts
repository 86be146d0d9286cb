import { graphql } from '../../graphql.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';
import type { ModelProvider } from './providers.js';

export const ModelNamesQuery = graphql(`
  query ModelNames($provider: GenerativeProviderKey!) {
    playgroundModels(input: { providerKey: $provider }) {
      name
    }
  }
`);

/** Providers hardly ever add a model. */
const STALE_MS = 300_000;

/** Returns the models of a built-in provider that the server knows. */
export function useModelNames(provider: ModelProvider, enabled: boolean): string[] {
  const options = { enabled, staleTime: STALE_MS };
  const { data } = useGraphqlQuery(ModelNamesQuery, { provider }, options);
  return [...new Set(data?.playgroundModels.map(({ name }) => name))];
}
