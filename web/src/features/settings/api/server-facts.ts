import { graphql } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

export const ServerFactsQuery = graphql(`
  query SettingsServerFacts {
    serverInfo {
      version
      compatibilityVersion
      grpcPort
    }
  }
`);

/** Returns the versions and addresses of this server. */
export function useServerFacts() {
  const { data } = useGraphqlQuery(ServerFactsQuery, {});
  return data?.serverInfo;
}

export const SignInMethodsQuery = graphql(`
  query SettingsSignInMethods {
    signInMethods {
      kind
      name
      displayName
      facts {
        label
        value
      }
      variables
    }
  }
`);

/** Returns the configured sign-in methods. */
export function useSignInMethods() {
  const { data, error, reload } = useGraphqlQuery(SignInMethodsQuery, {});
  return { methods: data?.signInMethods, error, reload };
}
