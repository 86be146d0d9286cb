import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import type { ProjectTab } from '../tabs.js';

export const SavedViewsQuery = graphql(`
  query SavedViews($id: ID!, $list: SavedViewList!) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        savedViews(list: $list) {
          id
          name
          query
          isShared
        }
      }
    }
  }
`);

export const CreateSavedViewMutation = graphql(`
  mutation CreateSavedView($input: CreateSavedViewInput!) {
    createSavedView(input: $input) {
      savedView {
        id
      }
    }
  }
`);

export const DeleteSavedViewMutation = graphql(`
  mutation DeleteSavedView($input: DeleteSavedViewInput!) {
    deleteSavedView(input: $input) {
      deletedSavedViewId
    }
  }
`);

const LISTS = { traces: 'TRACES', spans: 'SPANS', sessions: 'SESSIONS' } as const;

/** How the server calls a list. */
export function toViewList(tab: ProjectTab): (typeof LISTS)[ProjectTab] {
  return LISTS[tab];
}

type Node = ResultOf<typeof SavedViewsQuery>['node'];

/** A view of a list. */
export type SavedView = Extract<Node, { __typename: 'Project' }>['savedViews'][number];

/** Loads the views of a list that the user sees. */
export function useSavedViews(id: string, tab: ProjectTab, enabled: boolean) {
  const { data, error, reload } = useGraphqlQuery(
    SavedViewsQuery,
    { id, list: toViewList(tab) },
    { enabled },
  );
  return {
    views: data?.node.__typename === 'Project' ? data.node.savedViews : undefined,
    error,
    reload,
  };
}
