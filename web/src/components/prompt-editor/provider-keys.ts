import { useSyncExternalStore } from 'react';
import { type ModelProvider, PROVIDERS } from './providers.js';
import { graphql, type ResultOf } from '../../graphql.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';

export const ProvidersQuery = graphql(`
  query ProviderKeys {
    modelProviders {
      key
      name
      credentialsSet
      missingCredentials
      credentialRequirements {
        envVarName
        isRequired
      }
    }
  }
`);

/** A built-in provider that the server allows. */
export type BuiltInProvider = ResultOf<typeof ProvidersQuery>['modelProviders'][number];

/** Returns the built-in providers; undefined until they are known. */
export function useProviders(): readonly BuiltInProvider[] | undefined {
  return useGraphqlQuery(ProvidersQuery, {}).data?.modelProviders;
}

/** Returns the provider to begin with: the first with a key; undefined until it is known. */
export function useFirstProvider(): ModelProvider | undefined {
  const { data, isLoading } = useGraphqlQuery(ProvidersQuery, {});
  if (isLoading) return undefined;
  const ready = data?.modelProviders.find(
    ({ credentialRequirements: needs, credentialsSet }) => needs.length > 0 && credentialsSet,
  );
  const [known = 'OPENAI' as const] = PROVIDERS.find(([key]) => key === ready?.key) ?? [];
  return known;
}

/** Whether a provider has all keys that it needs, from the server or from the user. */
export function hasKeys(
  { credentialsSet, missingCredentials }: BuiltInProvider,
  entered: ReadonlyMap<string, string>,
): boolean {
  return credentialsSet || missingCredentials.every((name) => entered.has(name));
}

/**
 * Keys that the user entered, by the names of their variables. Only in memory: they are gone when
 * the page is reloaded, and no other program of this browser can read them.
 */
let keys: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the keys that the user entered. */
export function useEnteredKeys(): ReadonlyMap<string, string> {
  return useSyncExternalStore(listen, () => keys);
}

/** Remembers keys; an empty one is forgotten. */
export function enterKeys(entered: Readonly<Record<string, string>>): void {
  const next = new Map(keys);
  for (const [name, value] of Object.entries(entered)) {
    if (value.trim() === '') next.delete(name);
    else next.set(name, value.trim());
  }
  keys = next;
  for (const listener of listeners) listener();
}

/** Returns the entered keys of a provider in the server’s format. */
export function listCredentials(
  provider: ModelProvider,
  providers: readonly BuiltInProvider[] | undefined,
): { envVarName: string; value: string }[] {
  const known = providers?.find(({ key }) => key === provider);
  return (known?.credentialRequirements ?? []).flatMap(({ envVarName }) => {
    const value = keys.get(envVarName);
    return value === undefined ? [] : [{ envVarName, value }];
  });
}
