import { graphql, type ResultOf } from '../../graphql.js';
import { useGraphqlQuery } from '../data/use-graphql-query.js';
import { pageConfig } from '../page/page-config.js';
import { getPermissions, intersect, type Permissions } from './permissions.js';
import { useProjectOfPage } from './project-of-page.js';

export const ViewerQuery = graphql(`
  query Viewer {
    viewer {
      id
      username
      email
      authMethod
      passwordNeedsReset
      secondFactor {
        isMissing
      }
      role {
        id
        name
      }
    }
  }
`);

/** The signed-in user. */
export type Viewer = NonNullable<ResultOf<typeof ViewerQuery>['viewer']>;

/** The user of the page, once known. */
export interface ViewerState {
  /** Null if authentication is off, and until the user is known. */
  viewer: Viewer | null;
  /** In the project that this part of the page is about, or on the server outside of projects. */
  can: Permissions;
  /** With what needs a role on the server, too, such as models, labels and annotation configs. */
  canOnServer: Permissions;
  /** Whether the user is not known yet. */
  isPending: boolean;
  error: Error | undefined;
  /** Tries again after an error. */
  retry: () => void;
}

/**
 * Returns the signed-in user and their permissions. If authentication is off, everyone may do
 * everything.
 */
export function useViewer(): ViewerState {
  const { authenticationEnabled } = pageConfig;
  const { data, error, isLoading, reload } = useGraphqlQuery(
    ViewerQuery,
    {},
    { enabled: authenticationEnabled, staleTime: Infinity, gcTime: Infinity },
  );
  const project = useProjectOfPage();
  const viewer = data?.viewer ?? null;
  const onServer = getPermissions(authenticationEnabled ? viewer?.role.name : 'ADMIN');
  const can =
    authenticationEnabled && project ? getPermissions(project.viewerRole ?? undefined) : onServer;
  return {
    viewer,
    can,
    canOnServer: intersect(can, onServer),
    isPending: isLoading,
    error,
    retry: reload,
  };
}
