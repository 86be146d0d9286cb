import { getRouteApi, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { notifications } from '@mantine/notifications';
import { useTimeRange } from '../../../lib/time/use-time-range.js';
import { type SessionRow, useSessionsList } from '../api/sessions-list.js';
import { arrangeColumns } from '../components/annotation-columns.js';
import { useKnownAnnotations } from '../components/use-known-annotations.js';
import { LiveList } from '../components/live-list.js';
import { NoRows } from '../components/no-rows.js';
import { useProject } from '../components/project-context.js';
import { buildSessionColumns } from '../components/session-columns.js';
import { SessionGuide } from '../components/session-guide.js';
import {
  DEFAULT_SESSION_SORT,
  readAnnotationSort,
  readSessionsSearch,
  type SessionsSearch,
} from '../search.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import { graphql } from '../../../graphql.js';
import { sendDocument } from '../../../lib/data/graphql-request.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { describeError } from '../../../lib/errors/server-errors.js';

const route = getRouteApi('/projects/$projectId/sessions');

const SELECTION = {
  nameOf: (row: SessionRow) => row.sessionId,
  annotationsOf: (row: SessionRow) => row.sessionAnnotations,
};

/** The sessions of a project: conversations that consist of several traces. */
export function SessionsPage() {
  const { id, summary } = useProject();
  const { can } = useViewer();
  const search = route.useSearch();
  const { sessionNodeId } = useParams({ strict: false });
  const navigate = useNavigate();
  const range = useTimeRange(search);
  const list = useSessionsList(id, search, range);
  const known = useKnownAnnotations('sessions', search.sort);
  const columns = useMemo(() => arrangeColumns(buildSessionColumns(id, known), known), [id, known]);

  const update = useCallback(
    (change: Partial<SessionsSearch>) =>
      void navigate({ to: '.', search: (now) => ({ ...now, ...change }), replace: true }),
    [navigate],
  );
  const openId = useCallback(
    (wanted: string, judge?: SessionsSearch['judge']) =>
      void navigate({
        to: '/projects/$projectId/sessions/$sessionNodeId',
        params: { projectId: id, sessionNodeId: wanted },
        search: (now) => ({ ...readSessionsSearch(now), ...(judge && { judge }) }),
      }),
    [navigate, id],
  );
  const open = useCallback(
    (row: SessionRow, judge?: SessionsSearch['judge']) => openId(row.id, judge),
    [openId],
  );
  const isAllTime = search.timeRangeKey === 'all';

  return (
    <LiveList
      noun="session"
      label="Sessions"
      list={list}
      columns={columns}
      sort={search.sort ?? DEFAULT_SESSION_SORT}
      columnsInAddress={search.columns}
      onAddressChange={update}
      onOpen={open}
      selection={can.write ? SELECTION : undefined}
      activeId={sessionNodeId}
      filters={<SessionFilter onFound={openId} />}
      empty={
        isAllTime || summary?.sessionCount === 0 ? (
          <SessionGuide isAllTime={isAllTime} onAllTime={() => update({ timeRangeKey: 'all' })} />
        ) : (
          <NoRows
            nouns="sessions"
            range={range}
            isFiltered={readAnnotationSort(search.sort) !== undefined}
            onClearFilters={() => update({ sort: undefined })}
            onAllTime={() => update({ timeRangeKey: 'all' })}
          />
        )
      }
    >
      <Outlet />
    </LiveList>
  );
}

const SessionByIdQuery = graphql(`
  query SessionById($sessionId: String!) {
    getProjectSessionById(sessionId: $sessionId) {
      id
    }
  }
`);

/** Opens a session by the ID that the application gave it. */
function SessionFilter({ onFound }: { onFound: (nodeId: string) => void }) {
  const find = async (sessionId: string) => {
    const { data, error } = await settleRequest(sendDocument(SessionByIdQuery, { sessionId }));
    if (data?.getProjectSessionById) onFound(data.getProjectSessionById.id);
    else {
      const message = error ? describeError(error).detail : `Session “${sessionId}” not found.`;
      notifications.show({ message });
    }
  };
  return (
    <FilterField
      label="Open a session by its ID"
      placeholder="Session ID to open"
      value=""
      onApply={(text) => {
        if (text !== '') void find(text);
      }}
    />
  );
}
