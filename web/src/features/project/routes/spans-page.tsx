import { Switch, CloseButton } from '@mantine/core';
import { getRouteApi, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { SpanKindIcon } from '../../../components/spans/span-kind.js';
import { SPAN_KIND_LABEL, SPAN_KINDS } from '../../../components/spans/span-kinds.js';
import { useTimeRange } from '../../../lib/time/use-time-range.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type SpanRow, useSpansList } from '../api/spans-list.js';
import { ChoiceFilter } from '../../../components/filters/choice-filter.js';
import { arrangeColumns } from '../components/annotation-columns.js';
import { useKnownAnnotations } from '../components/use-known-annotations.js';
import { LiveList } from '../components/live-list.js';
import { NoRows } from '../components/no-rows.js';
import { QueryBar } from '../query-bar/query-bar.js';
import { useProject } from '../components/project-context.js';
import { buildSpanColumns } from '../components/span-columns.js';
import { DEFAULT_SORT, readAnnotationSort, readSpansSearch, type SpansSearch } from '../search.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';
import classes from '../components/trace-filter.module.css';

const route = getRouteApi('/projects/$projectId/spans');

const KIND_CHOICES = SPAN_KINDS.map((kind) => ({
  value: kind,
  label: SPAN_KIND_LABEL[kind],
  icon: <SpanKindIcon kind={kind} size={14} />,
}));

const STATUS_CHOICES = [
  { value: 'ok', label: 'OK' },
  { value: 'error', label: 'Error' },
  { value: 'unset', label: 'Not set' },
] as const;

const NO_FILTERS = {
  kinds: undefined,
  statuses: undefined,
  search: undefined,
  filter: undefined,
  rootsOnly: undefined,
  traceFilter: undefined,
  sort: undefined,
} satisfies Partial<SpansSearch>;

const SELECTION = {
  nameOf: (row: SpanRow) => row.name || 'unnamed',
  annotationsOf: (row: SpanRow) => row.spanAnnotations,
  spanIdOf: (row: SpanRow) => row.id,
};

/** The spans of a project. */
export function SpansPage() {
  const { id } = useProject();
  const { can } = useViewer();
  const search = route.useSearch();
  const { traceId } = useParams({ strict: false });
  const navigate = useNavigate();
  const range = useTimeRange(search);
  const list = useSpansList(id, search, range);
  const known = useKnownAnnotations('spans', search.sort);
  const isSearch = search.search !== undefined;
  const columns = useMemo(
    () => arrangeColumns(buildSpanColumns(id, known), known, isSearch),
    [id, known, isSearch],
  );
  const { kinds, statuses, filter, rootsOnly, traceFilter } = search;

  const update = useSearchChange<SpansSearch>();
  const open = useCallback(
    (row: SpanRow, judge?: SpansSearch['judge']) =>
      void navigate({
        to: '/projects/$projectId/spans/$traceId',
        params: { projectId: id, traceId: row.context.traceId },
        search: (now) => ({
          ...readSpansSearch(now),
          selectedSpanNodeId: row.id,
          ...(judge && { judge }),
        }),
      }),
    [navigate, id],
  );
  const isOpen = traceId !== undefined;
  return (
    <LiveList
      noun="span"
      label="Spans"
      list={list}
      columns={columns}
      sort={search.sort ?? DEFAULT_SORT}
      columnsInAddress={search.columns}
      onAddressChange={update}
      onOpen={open}
      selection={can.write ? SELECTION : undefined}
      activeId={isOpen ? (search.selectedSpanNodeId ?? traceId) : undefined}
      filters={<SpanFilters search={search} isCovered={isOpen} onChange={update} />}
      empty={
        <NoRows
          nouns="spans"
          range={range}
          isFiltered={Boolean(
            kinds ??
            statuses ??
            search.search ??
            filter ??
            rootsOnly ??
            traceFilter ??
            readAnnotationSort(search.sort),
          )}
          onClearFilters={() => update(NO_FILTERS)}
          onAllTime={() => update({ timeRangeKey: 'all' })}
        />
      }
    >
      <Outlet />
    </LiveList>
  );
}

interface SpanFiltersProps {
  search: SpansSearch;
  isCovered: boolean;
  onChange: (change: Partial<SpansSearch>) => void;
}

function SpanFilters({ search, isCovered, onChange }: SpanFiltersProps) {
  const { kinds, statuses, filter, rootsOnly, traceFilter } = search;
  return (
    <>
      <QueryBar
        tab="spans"
        search={search.search}
        filter={filter}
        isCovered={isCovered}
        onApply={onChange}
      />
      <ChoiceFilter
        label="Kind"
        choices={KIND_CHOICES}
        value={kinds ?? []}
        onChange={(next) => onChange({ kinds: next.length > 0 ? next : undefined })}
      />
      <ChoiceFilter
        label="Status"
        choices={STATUS_CHOICES}
        value={statuses ?? []}
        onChange={(next) => onChange({ statuses: next.length > 0 ? next : undefined })}
      />
      {traceFilter === undefined ? null : (
        <TraceFilter
          condition={traceFilter}
          onRemove={() => onChange({ traceFilter: undefined })}
        />
      )}
      <Switch
        label="Root spans only"
        checked={rootsOnly ?? false}
        onChange={(event) =>
          onChange({ rootsOnly: event.currentTarget.checked ? true : undefined })
        }
      />
    </>
  );
}

interface TraceFilterProps {
  condition: string;
  onRemove: () => void;
}

/** The condition on the traces of listed spans, such as that of the charts they were opened from. */
function TraceFilter({ condition, onRemove }: TraceFilterProps) {
  return (
    <span className={classes.chip} title={condition}>
      in traces with <code>{condition}</code>
      <CloseButton size="sm" aria-label="Remove the condition on traces" onClick={onRemove} />
    </span>
  );
}
