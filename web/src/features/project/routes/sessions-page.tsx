import { getRouteApi, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useTimeRange } from '../../../lib/time/use-time-range.js';
import { type SessionRow, useSessionsList } from '../api/sessions-list.js';
import { arrangeColumns } from '../components/annotation-columns.js';
import { useKnownAnnotations } from '../components/use-known-annotations.js';
import { LiveList } from '../components/live-list.js';
import { NoRows } from '../components/no-rows.js';
import { QueryBar } from '../query-bar/query-bar.js';
import { useProject } from '../components/project-context.js';
import { buildSessionColumns } from '../components/session-columns.js';
import { SessionGuide } from '../components/session-guide.js';
import {
  DEFAULT_SESSION_SORT,
  readAnnotationSort,
  readSessionsSearch,
  type SessionsSearch,
} from '../search.js';
import { graphql } from '../../../graphql.js';
import { sendDocument } from '../../../lib/data/graphql-request.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';

const route = getRouteApi('/projects/$projectId/sessions');

const NO_FILTERS = {
  search: undefined,
  filter: undefined,
  sort: undefined,
} satisfies Partial<SessionsSearch>;

const SELECTION = {
  nameOf: (row: SessionRow) => row.sessionId,
  annotationsOf: (row: SessionRow) => row.sessionAnnotations,
};

const SessionByIdQuery = graphql(`
  query SessionById($sessionId: String!, $projectId: ID!) {
    getProjectSessionById(sessionId: $sessionId, projectId: $projectId) {
      id
    }
  }
`);

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

  const update = useSearchChange<SessionsSearch>();
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
  const find = async (sessionId: string) => {
    const variables = { sessionId, projectId: id };
    const { data } = await settleRequest(sendDocument(SessionByIdQuery, variables));
    const found = data?.getProjectSessionById?.id;
    if (found !== undefined) openId(found);
    return found !== undefined;
  };
  const isFiltered = Boolean(search.search ?? search.filter ?? readAnnotationSort(search.sort));
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
      filters={
        <QueryBar
          tab="sessions"
          search={search.search}
          filter={search.filter}
          isCovered={sessionNodeId !== undefined}
          onOpenId={find}
          onApply={update}
        />
      }
      empty={
        !isFiltered && (isAllTime || summary?.sessionCount === 0) ? (
          <SessionGuide isAllTime={isAllTime} onAllTime={() => update({ timeRangeKey: 'all' })} />
        ) : (
          <NoRows
            nouns="sessions"
            range={range}
            isFiltered={isFiltered}
            onClearFilters={() => update(NO_FILTERS)}
            onAllTime={() => update({ timeRangeKey: 'all' })}
          />
        )
      }
    >
      <Outlet />
    </LiveList>
  );
}
