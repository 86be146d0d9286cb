import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

export const SandboxesQuery = graphql(`
  query SandboxChoices {
    sandboxProviders {
      id
      enabled
      configs {
        id
        name
        language
        enabled
      }
    }
  }
`);

/** Where code can run: a language with its limits. */
export type Sandbox = ResultOf<
  typeof SandboxesQuery
>['sandboxProviders'][number]['configs'][number];

/** Returns the sandboxes in which code can run; undefined until they are known. */
export function useSandboxes() {
  const { data, error, reload } = useGraphqlQuery(SandboxesQuery, {});
  const sandboxes = data?.sandboxProviders
    .flatMap(({ enabled, configs }) => (enabled ? configs : []))
    .filter(({ enabled }) => enabled);
  return { sandboxes, error, reload };
}
