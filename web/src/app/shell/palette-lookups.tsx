import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { Database, FolderKanban, ListTree, MessageSquareText } from 'lucide-react';
import { graphql } from '../../graphql.js';
import { sendDocument } from '../../lib/data/graphql-request.js';
import { settleRequest } from '../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';
import { describeError } from '../../lib/errors/server-errors.js';
import type { PaletteCommand } from './palette-command.js';

export const PaletteProjectsQuery = graphql(`
  query PaletteProjects($filter: ProjectFilter) {
    projects(first: 8, sort: { col: endTime, dir: desc }, filter: $filter) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

export const PaletteDatasetsQuery = graphql(`
  query PaletteDatasets($filter: DatasetFilter) {
    datasets(first: 5, filter: $filter) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

export const PalettePromptsQuery = graphql(`
  query PalettePrompts($filter: PromptFilter) {
    prompts(first: 5, filter: $filter) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

export const PaletteTraceQuery = graphql(`
  query PaletteTrace($traceId: String!) {
    getTraceByOtelId(traceId: $traceId) {
      traceId
      projectId
    }
  }
`);

/** Lists projects whose names contain the text, or the busiest projects if the text is empty. */
export function useProjectCommands(text: string, pause: boolean): PaletteCommand[] {
  const navigate = useNavigate();
  const filter = text === '' ? null : { col: 'name' as const, value: text };
  const { data } = useGraphqlQuery(
    PaletteProjectsQuery,
    { filter },
    { enabled: !pause, keepPrevious: true },
  );
  if (pause) return [];
  return (data?.projects.edges ?? []).map(({ node }) => ({
    id: node.id,
    label: node.name,
    icon: <FolderKanban size={16} aria-hidden />,
    run: () => void navigate({ to: '/projects/$projectId', params: { projectId: node.id } }),
  }));
}

/** Lists datasets whose names contain the text, or the newest datasets if the text is empty. */
export function useDatasetCommands(text: string, pause: boolean): PaletteCommand[] {
  const navigate = useNavigate();
  const filter = text === '' ? null : { col: 'name' as const, value: text };
  const { data } = useGraphqlQuery(
    PaletteDatasetsQuery,
    { filter },
    { enabled: !pause, keepPrevious: true },
  );
  if (pause) return [];
  return (data?.datasets.edges ?? []).map(({ node }) => ({
    id: node.id,
    label: node.name,
    icon: <Database size={16} aria-hidden />,
    run: () => void navigate({ to: '/datasets/$datasetId', params: { datasetId: node.id } }),
  }));
}

/** Lists prompts whose names contain the text, or the newest prompts if the text is empty. */
export function usePromptCommands(text: string, pause: boolean): PaletteCommand[] {
  const navigate = useNavigate();
  const filter = text === '' ? null : { col: 'name' as const, value: text };
  const { data } = useGraphqlQuery(
    PalettePromptsQuery,
    { filter },
    { enabled: !pause, keepPrevious: true },
  );
  if (pause) return [];
  return (data?.prompts.edges ?? []).map(({ node }) => ({
    id: node.id,
    label: node.name,
    icon: <MessageSquareText size={16} aria-hidden />,
    run: () => void navigate({ to: '/prompts/$promptId', params: { promptId: node.id } }),
  }));
}

/** Returns the command that opens the trace with the given ID. */
export function useTraceCommand(traceId: string | undefined): PaletteCommand[] {
  const navigate = useNavigate();
  if (traceId === undefined) return [];
  const open = async () => {
    const { data, error } = await settleRequest(sendDocument(PaletteTraceQuery, { traceId }));
    const trace = data?.getTraceByOtelId;
    if (trace) {
      await navigate({
        to: '/projects/$projectId/traces/$traceId',
        params: { projectId: trace.projectId, traceId: trace.traceId },
        search: { timeRangeKey: 'all' },
      });
      return;
    }
    const message = error ? describeError(error).detail : 'Trace not found.';
    notifications.show({ message });
  };
  return [
    {
      id: 'trace',
      label: `Open trace ${traceId}`,
      icon: <ListTree size={16} aria-hidden />,
      run: () => void open(),
    },
  ];
}
