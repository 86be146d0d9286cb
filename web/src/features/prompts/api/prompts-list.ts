import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';

const PAGE_SIZE = 50;

export const PromptsListQuery = graphql(`
  query PromptsList($first: Int!, $after: String, $filter: PromptFilter, $labelIds: [ID!]) {
    prompts(first: $first, after: $after, filter: $filter, labelIds: $labelIds) {
      edges {
        node {
          id
          name
          description
          updatedAt
          versionCount
          project {
            id
            name
            isPrivate
            viewerRole
          }
          createdBy {
            id
            username
          }
          updatedBy {
            id
            username
          }
          labels {
            id
            name
            description
            color
          }
          versionTags {
            id
            name
          }
          version {
            id
            modelProvider
            modelName
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** A cheap query that detects changes, sent every two seconds. */
export const PromptsUpdatedQuery = graphql(`
  query PromptsUpdated {
    promptCount
    prompts(first: 50) {
      edges {
        node {
          id
          updatedAt
        }
      }
    }
  }
`);

/** A prompt in the list. */
export type PromptRow = ResultOf<typeof PromptsListQuery>['prompts']['edges'][number]['node'];

/** Lists the prompts, newest first, page by page. */
export function usePromptsList(name: string, labelIds: readonly string[]) {
  return usePages(
    createPageSource(PromptsListQuery, {
      variables: {
        first: PAGE_SIZE,
        filter: name === '' ? null : { col: 'name' as const, value: name },
        labelIds: labelIds.length > 0 ? [...labelIds] : null,
      },
      connection: (data) => data.prompts,
    }),
  );
}
