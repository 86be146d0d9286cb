import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

const DashboardFields = graphql(`
  fragment DashboardFields on Dashboard @_unmask {
    id
    projectId
    name
    description
    isShared
    canChange
    updatedAt
    charts {
      title
      width
      entity
      kind
      aggregation
      measure
      metric
      annotation
      groupBy
      attribute
      groupLimit
      condition
    }
  }
`);

export const DashboardsQuery = graphql(
  `
    query Dashboards($id: ID!) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          dashboards {
            ...DashboardFields
          }
        }
      }
    }
  `,
  [DashboardFields],
);

export const DashboardQuery = graphql(
  `
    query Dashboard($id: ID!) {
      node(id: $id) {
        __typename
        ... on Dashboard {
          ...DashboardFields
        }
      }
    }
  `,
  [DashboardFields],
);

export const CreateDashboardMutation = graphql(
  `
    mutation CreateDashboard($input: CreateDashboardInput!) {
      createDashboard(input: $input) {
        dashboard {
          ...DashboardFields
        }
      }
    }
  `,
  [DashboardFields],
);

export const PatchDashboardMutation = graphql(
  `
    mutation PatchDashboard($input: PatchDashboardInput!) {
      patchDashboard(input: $input) {
        dashboard {
          ...DashboardFields
        }
      }
    }
  `,
  [DashboardFields],
);

export const DeleteDashboardMutation = graphql(`
  mutation DeleteDashboard($input: DeleteDashboardInput!) {
    deleteDashboard(input: $input) {
      deletedDashboardId
    }
  }
`);

/** The queries that show dashboards, which a change must reload. */
export const DASHBOARD_DOCUMENTS = [DashboardsQuery, DashboardQuery];

export type Dashboard = ResultOf<typeof DashboardFields>;
export type DashboardChart = Dashboard['charts'][number];

/** Loads the dashboards of a project that the user sees. */
export function useDashboards(id: string) {
  const { data, error, reload } = useGraphqlQuery(DashboardsQuery, { id });
  return {
    dashboards: data?.node.__typename === 'Project' ? data.node.dashboards : undefined,
    error,
    reload,
  };
}

/** Loads a dashboard. */
export function useDashboard(id: string) {
  const { data, error, reload } = useGraphqlQuery(DashboardQuery, { id });
  return {
    dashboard: data?.node.__typename === 'Dashboard' ? data.node : undefined,
    error,
    reload,
  };
}
