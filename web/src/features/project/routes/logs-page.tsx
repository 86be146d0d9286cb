import { Button, Code, NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ListFilter, ScrollText } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useAdjacentRows } from '../../../components/data-table/use-adjacent-rows.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import { TimeRangeControl } from '../../../components/filters/time-range-control.js';
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
import { ListPage } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';

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
  const layout = useColumnLayout('project.logs', LOG_COLUMNS);
  const change = useSearchChange<LogsSearch>();
  const open = useCallback((row: LogRow | undefined) => change({ record: row?.id }), [change]);
  const shown = list.rows.find((row) => row.id === search.record);
  const pager = useAdjacentRows(list.rows, search.record, open, list.loadAhead);
  return (
    <ListPage
      toolbar={
        <Toolbar
          actions={
            <TimeRangeControl
              value={range}
              onChange={(next) =>
                void navigate({ search: (now) => replaceTimeRange(now, next), replace: true })
              }
            />
          }
        >
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
        </Toolbar>
      }
      label="Log records"
      layout={layout}
      list={list}
      onOpen={open}
      activeId={shown?.id}
      empty={<NoLogs name={name} search={search} onChange={change} />}
    >
      {shown ? (
        <LogPanel key={shown.id} log={shown} pager={pager} onClose={() => open(undefined)} />
      ) : null}
    </ListPage>
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
