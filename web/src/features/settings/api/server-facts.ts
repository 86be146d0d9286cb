import { useCallback } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../../graphql.js';

const ServerFactsQuery = graphql(`
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
  const [{ data }] = useQuery({ query: ServerFactsQuery });
  return data?.serverInfo;
}

const SignInMethodsQuery = graphql(`
  query SettingsSignInMethods {
    signInMethods {
      kind
      name
      displayName
      facts {
        label
        value
      }
    }
  }
`);

/** Returns the configured sign-in methods. */
export function useSignInMethods() {
  const [{ data, error }, ask] = useQuery({ query: SignInMethodsQuery });
  const reload = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask]);
  return { methods: data?.signInMethods, error, reload };
}
