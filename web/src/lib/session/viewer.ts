import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../graphql.js';
import { pageConfig } from '../page/page-config.js';
import { type Permissions, permissionsOf } from './permissions.js';

const ViewerQuery = graphql(`
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
`);

/** Who is signed in. */
export type Viewer = NonNullable<ResultOf<typeof ViewerQuery>['viewer']>;

/** Who is at the page, as far as it is known. */
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

/** Who is signed in and what they may do. Everyone may do everything while authentication is off. */
export function useViewer(): ViewerState {
  const { authenticationEnabled } = pageConfig;
  const [{ data, error, fetching }, ask] = useQuery({
    query: ViewerQuery,
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
