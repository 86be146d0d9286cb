import { gql, useQuery } from 'urql';
import { pageConfig } from './page-config.js';
import { type Permissions, permissionsOf, type RoleName } from './permissions.js';

/** Who is signed in. */
export interface Viewer {
  id: string;
  username: string;
  email: string | null;
  authMethod: 'LOCAL' | 'OAUTH2' | 'LDAP';
  passwordNeedsReset: boolean;
  role: { name: RoleName };
}

export interface ViewerState {
  /** Null while authentication is off, and until it is known who is signed in. */
  viewer: Viewer | null;
  can: Permissions;
  /** It is not known yet who is signed in. */
  isPending: boolean;
  error: Error | undefined;
  /** Asks again after an error. */
  retry: () => void;
}

const ViewerQuery = gql<{ viewer: Viewer | null }, Record<string, never>>`
  query Viewer {
    viewer {
      id
      username
      email
      authMethod
      passwordNeedsReset
      role {
        id
        name
      }
    }
  }
`;

/** Who is signed in and what they may do. Everyone may do everything while authentication is off. */
export function useViewer(): ViewerState {
  const { authenticationEnabled } = pageConfig;
  const [{ data, error, fetching }, ask] = useQuery({
    query: ViewerQuery,
    variables: {},
    pause: !authenticationEnabled,
  });
  const viewer = data?.viewer ?? null;
  return {
    viewer,
    can: permissionsOf(authenticationEnabled ? viewer?.role.name : 'ADMIN'),
    isPending: authenticationEnabled && fetching && viewer === null,
    error,
    retry: () => ask({ requestPolicy: 'network-only' }),
  };
}
