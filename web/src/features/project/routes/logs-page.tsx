import { Button, Code, NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ListFilter, ScrollText } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useAdjacentRows } from '../../../components/data-table/use-adjacent-rows.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import { TimeRangeControl } from '../../../components/filters/time-range-control.js';
import page from '../../../components/layout/list-page.module.css';
import { LOG_SEVERITIES, nameSeverity } from '../../../components/logs/severity.js';
import { buildServerUrl } from '../../../lib/page/base-url.js';
import {
  describeTimeRange,
  replaceTimeRange,
  resolveTimeRange,
} from '../../../lib/time/time-range.js';
import { useTimeRange } from '../../../lib/time/use-time-range.js';
import { type LogRow, useLogNames, useLogs } from '../api/logs-list.js';
import { useProject } from '../components/project-context.js';
import { LOG_COLUMNS } from '../logs/log-columns.js';
import { LogPanel } from '../logs/log-panel.js';
import classes from '../logs/logs.module.css';
import type { LogsSearch } from '../logs/search.js';

const route = getRouteApi('/projects/$projectId/logs');

const SEVERITY_CHOICES = [
  { value: '', label: 'Any severity' },
  ...LOG_SEVERITIES.map((severity) => ({
    value: severity,
    label: severity === 'FATAL' ? 'Fatal' : `${nameSeverity(severity)} or higher`,
  })),
];

/** The log records of a project. */
export function LogsPage() {
  const { id, name } = useProject();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const range = useTimeRange(search);
  const times = useMemo(() => resolveTimeRange(range), [range]);
  const list = useLogs(id, search, times);
  const names = useLogNames(id);
  const layout = useColumnLayout('project.logs', LOG_COLUMNS, undefined, ignoreColumns);
  const change = useCallback(
    (next: Partial<LogsSearch>) =>
      void navigate({ search: (now) => ({ ...now, ...next }), replace: true }),
    [navigate],
  );
  const open = useCallback((row: LogRow | undefined) => change({ record: row?.id }), [change]);
  const shown = list.rows.find((row) => row.id === search.record);
  const pager = useAdjacentRows(list.rows, search.record, open, list.loadMore);
  return (
    <>
      <div className={page.toolbar}>
        <FilterField
          label="Search log records"
          placeholder="Search texts and attributes"
          value={search.search ?? ''}
          isCovered={shown !== undefined}
          onApply={(text) => change({ search: text || undefined })}
        />
        <NativeSelect
          aria-label="Severity"
          className={classes.choice}
          value={search.severity ?? ''}
          data={SEVERITY_CHOICES}
          onChange={({ currentTarget: { value } }) =>
            change({ severity: LOG_SEVERITIES.find((one) => one === value) })
          }
        />
        <NameChoice
          label="Event"
          names={names.eventNames}
          value={search.event}
          onChange={(event) => change({ event })}
        />
        <NameChoice
          label="Service"
          names={names.serviceNames}
          value={search.service}
          onChange={(service) => change({ service })}
        />
        <span className={page.spring} />
        <TimeRangeControl
          value={range}
          onChange={(next) =>
            void navigate({ search: (now) => replaceTimeRange(now, next), replace: true })
          }
        />
      </div>
      <div className={page.list}>
        {list.status === 'error' ? (
          <ErrorState error={list.error} onRetry={list.reload} />
        ) : (
          <DataTable
            label="Log records"
            layout={layout}
            rows={list.rows}
            onOpen={open}
            activeId={shown?.id}
            isLoading={list.status === 'loading'}
            isLoadingMore={list.isLoadingMore}
            onEndReached={list.loadMore}
            empty={<NoLogs name={name} search={search} onChange={change} />}
          />
        )}
      </div>
      {shown ? (
        <LogPanel key={shown.id} log={shown} pager={pager} onClose={() => open(undefined)} />
      ) : null}
    </>
  );
}

interface NameChoiceProps {
  label: string;
  names: readonly string[];
  value: string | undefined;
  onChange: (name: string | undefined) => void;
}

/** A name that no new record has stays in the list while it is chosen. */
function NameChoice({ label, names, value, onChange }: NameChoiceProps) {
  const listed = value === undefined || names.includes(value) ? names : [value, ...names];
  if (listed.length === 0) return null;
  return (
    <NativeSelect
      aria-label={label}
      className={classes.choice}
      value={value ?? ''}
      data={[
        { value: '', label: `Any ${label.toLowerCase()}` },
        ...listed.map((name) => ({ value: name, label: name })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}

interface NoLogsProps {
  name: string;
  search: LogsSearch;
  onChange: (next: Partial<LogsSearch>) => void;
}

/** Explains why there are no records: because of the filters, or because none were sent. */
function NoLogs({ name, search, onChange }: NoLogsProps) {
  const cleared = { search: undefined, severity: undefined, event: undefined, service: undefined };
  const isFiltered = Object.keys(cleared).some((key) => search[key as keyof LogsSearch]);
  if (isFiltered) {
    return (
      <EmptyState
        icon={ListFilter}
        title="No log records match the filters"
        action={
          <Button variant="default" onClick={() => onChange(cleared)}>
            Clear filters
          </Button>
        }
      >
        Clear the filters to see all log records in “{describeTimeRange(search)}”.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ScrollText} title={`No log records in “${describeTimeRange(search)}”`}>
      Send logs over OTLP to <Code>{buildServerUrl('v1/logs')}</Code> with the header{' '}
      <Code>x-project-name: {name}</Code>, or over gRPC to the address for traces. Records that name
      a span are also shown with it.
    </EmptyState>
  );
}

/** The list has few columns and no column chooser, so the URL need not hold them. */
function ignoreColumns(): void {
  return undefined;
}
