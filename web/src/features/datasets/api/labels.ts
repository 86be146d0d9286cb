import type { LabelDraft } from '../../../components/labels/label.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { buildServerUrl } from '../../../lib/page/base-url.js';
import { serverFetch } from '../../../lib/session/server-fetch.js';

export const DatasetLabelsQuery = graphql(`
  query DatasetLabels {
    datasetLabels(first: 1000) {
      edges {
        node {
          id
          name
          description
          color
          usageCount
        }
      }
    }
  }
`);

export const CreateDatasetLabelMutation = graphql(`
  mutation CreateDatasetLabel($input: CreateDatasetLabelInput!) {
    createDatasetLabel(input: $input) {
      datasetLabel {
        id
        name
        description
        color
        usageCount
      }
    }
  }
`);

export const DeleteDatasetLabelsMutation = graphql(`
  mutation DeleteDatasetLabels($input: DeleteDatasetLabelsInput!) {
    deleteDatasetLabels(input: $input) {
      datasetLabels {
        id
      }
    }
  }
`);

export const SetDatasetLabelsMutation = graphql(`
  mutation SetDatasetLabels($input: SetDatasetLabelsInput!) {
    setDatasetLabels(input: $input) {
      dataset {
        id
        labels {
          id
        }
      }
    }
  }
`);

/** A label for datasets. */
export type DatasetLabel = ResultOf<
  typeof DatasetLabelsQuery
>['datasetLabels']['edges'][number]['node'];

/** Lists all labels of datasets, by name; undefined until known. */
export function useDatasetLabels({ isPaused = false } = {}) {
  const { data, error, reload } = useGraphqlQuery(DatasetLabelsQuery, {}, { enabled: !isPaused });
  return { labels: data?.datasetLabels.edges.map(({ node }) => node), error, reload };
}

/** Changes a label. Returns an error message on failure. */
export async function patchLabel(id: string, draft: LabelDraft): Promise<string | undefined> {
  const response = await serverFetch(
    buildServerUrl(`v1/dataset_labels/${encodeURIComponent(id)}`),
    {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...draft, description: draft.description || null }),
    },
  ).catch(() => undefined);
  if (!response) return 'The server cannot be reached.';
  return response.ok ? undefined : readRefusal(await response.text());
}

/** REST errors are plain text, or JSON if the body was malformed. */
function readRefusal(text: string): string {
  return text === '' || text.startsWith('{') ? 'The server rejected this name or color.' : text;
}
