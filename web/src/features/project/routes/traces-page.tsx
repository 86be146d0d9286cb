import { SegmentedControl } from '@mantine/core';
import { getRouteApi, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useTimeRange } from '../../../lib/time/use-time-range.js';
import { useTracesList, type TraceRow } from '../api/traces-list.js';
import { arrangeColumns } from '../components/annotation-columns.js';
import { useKnownAnnotations } from '../components/use-known-annotations.js';
import { LiveList } from '../components/live-list.js';
import { NoRows } from '../components/no-rows.js';
import { QueryBar } from '../query-bar/query-bar.js';
import { useProject } from '../components/project-context.js';
import { buildTraceColumns } from '../components/trace-columns.js';
import {
  DEFAULT_SORT,
  readAnnotationSort,
  readTracesSearch,
  type TracesSearch,
} from '../search.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';

const route = getRouteApi('/projects/$projectId/traces');
const TRACE_ID = /^[0-9a-f]{32}$/i;

const NO_FILTERS = {
  status: undefined,
  search: undefined,
  filter: undefined,
  sort: undefined,
} satisfies Partial<TracesSearch>;

const SELECTION = {
  nameOf: (row: TraceRow) => row.rootSpan?.name || row.traceId,
  annotationsOf: (row: TraceRow) => row.traceAnnotations,
  // Undefined if it has not arrived yet.
  spanIdOf: (row: TraceRow) => row.rootSpan?.id,
};

/** The traces of a project. */
export function TracesPage() {
  const { id } = useProject();
  const search = route.useSearch();
  const { traceId } = useParams({ strict: false });
  const navigate = useNavigate();
  const range = useTimeRange(search);
  const list = useTracesList(id, search, range);
  const known = useKnownAnnotations('traces', search.sort);
  const isSearch = search.search !== undefined;
  const columns = useMemo(
    () => arrangeColumns(buildTraceColumns(id, known), known, isSearch),
    [id, known, isSearch],
  );
  const { status, filter } = search;

  const update = useSearchChange<TracesSearch>();
  const openTrace = useCallback(
    (wanted: string, spanId?: string, judge?: TracesSearch['judge']) =>
      void navigate({
        to: '/projects/$projectId/traces/$traceId',
        params: { projectId: id, traceId: wanted },
        search: (now) => ({
          ...readTracesSearch(now),
          selectedSpanNodeId: spanId,
          ...(judge && { judge }),
        }),
      }),
    [navigate, id],
  );
  const open = useCallback(
    (row: TraceRow, judge?: TracesSearch['judge']) =>
      openTrace(row.traceId, row.matchingSpan?.id, judge),
    [openTrace],
  );
  const openId = (typed: string) => {
    const isTrace = TRACE_ID.test(typed);
    if (isTrace) openTrace(typed.toLowerCase());
    return Promise.resolve(isTrace);
  };

  return (
    <LiveList
      noun="trace"
      label="Traces"
      list={list}
      columns={columns}
      sort={search.sort ?? DEFAULT_SORT}
      columnsInAddress={search.columns}
      onAddressChange={update}
      onOpen={open}
      selection={SELECTION}
      activeId={list.rows.find((row) => row.traceId === traceId)?.id ?? traceId}
      filters={
        <>
          <QueryBar
            tab="traces"
            search={search.search}
            filter={filter}
            isCovered={traceId !== undefined}
            onOpenId={openId}
            onApply={update}
          />
          <SegmentedControl
            aria-label="Status"
            value={status ?? 'any'}
            onChange={(value) =>
              update({ status: value === 'ok' || value === 'error' ? value : undefined })
            }
            data={[
              { value: 'any', label: 'All' },
              { value: 'ok', label: 'OK' },
              { value: 'error', label: 'Errors' },
            ]}
          />
        </>
      }
      empty={
        <NoRows
          nouns="traces"
          range={range}
          isFiltered={Boolean(status ?? search.search ?? filter ?? readAnnotationSort(search.sort))}
          onClearFilters={() => update(NO_FILTERS)}
          onAllTime={() => update({ timeRangeKey: 'all' })}
        />
      }
    >
      <Outlet />
    </LiveList>
  );
}
