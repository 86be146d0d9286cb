import { Button, Menu, NativeSelect, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Download, ScrollText } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import page from '../../../components/layout/list-page.module.css';
import { TopBarActions } from '../../../components/layout/page-chrome.js';
import { TimeRangeControl } from '../../../components/filters/time-range-control.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { replaceTimeRange } from '../../../lib/time/time-range.js';
import { useTimeRange } from '../../../lib/time/use-time-range.js';
import { type AuditRow, useAuditEvents } from '../api/audit-events.js';
import { AUDIT_ACTION_CHOICES } from '../audit-actions.js';
import { AdminOnly } from '../components/admin-only.js';
import { AUDIT_COLUMNS } from '../components/audit-columns.js';
import { AuditPanel } from '../components/audit-panel.js';
import classes from '../components/audit.module.css';
import { FEW, SearchedSoFar, useSearchAhead } from '../components/search-ahead.js';
import { UserFilter } from '../components/user-filter.js';
import { useSection } from '../components/use-section.js';
import { AUDIT_OUTCOMES, type AuditSearch, buildExportPath, isFiltered } from '../search.js';
import { DownloadItem } from '../../../components/buttons/download-item.js';

const route = getRouteApi('/settings/audit-log');

/** The audit log, for administrators. */
export function AuditLogPage() {
  useSection('Audit log');
  return (
    <AdminOnly>
      <AuditLog />
    </AdminOnly>
  );
}

function AuditLog() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const range = useTimeRange(search);
  const list = useAuditEvents(search, range);
  const layout = useColumnLayout('settings.audit', AUDIT_COLUMNS, undefined, ignoreColumns);
  const update = useCallback(
    (change: Partial<AuditSearch>) =>
      void navigate({ search: (now) => ({ ...now, ...change }), replace: true }),
    [navigate],
  );
  const open = useCallback(
    (row: AuditRow) => void navigate({ search: (now) => ({ ...now, event: row.id }) }),
    [navigate],
  );
  const { rows } = list;
  useSearchAhead(list);
  const index = rows.findIndex(({ id }) => id === search.event);
  const event = rows[index];
  const pager = useMemo(() => {
    const [previous, next] = [rows[index - 1], rows[index + 1]];
    return {
      previous: index >= 0 && previous ? () => open(previous) : undefined,
      next: index >= 0 && next ? () => open(next) : undefined,
    };
  }, [rows, index, open]);
  const close = useCallback(() => update({ event: undefined }), [update]);

  return (
    <div className={page.page}>
      <TopBarActions>
        <TimeRangeControl value={range} onChange={(next) => update(replaceTimeRange({}, next))} />
      </TopBarActions>
      <div className={page.heading}>
        <h1>Audit log</h1>
        <p>Who did what, when and from where. Entries can't be changed or deleted.</p>
      </div>
      <div className={page.toolbar}>
        <FilterField
          label="Search names, subjects and addresses"
          placeholder="Name, subject or address"
          value={search.q ?? ''}
          isCovered={event !== undefined}
          onApply={(q) => update({ q: q === '' ? undefined : q })}
        />
        <NativeSelect
          aria-label="Action"
          className={classes.filter}
          value={search.action ?? ''}
          data={[{ value: '', label: 'Any action' }, ...AUDIT_ACTION_CHOICES]}
          onChange={({ currentTarget }) => update({ action: currentTarget.value || undefined })}
        />
        <UserFilter value={search.actor} onChange={(actor) => update({ actor })} />
        <SegmentedControl
          aria-label="Outcome"
          value={search.outcome ?? 'any'}
          onChange={(value) => update({ outcome: AUDIT_OUTCOMES.find((item) => item === value) })}
          data={[
            { value: 'any', label: 'All' },
            { value: 'success', label: 'Done' },
            { value: 'failure', label: 'Refused' },
          ]}
        />
        <span className={page.spring} />
        <AuditExport search={search} />
      </div>
      <div className={page.list}>
        {list.status === 'error' ? (
          <ErrorState error={list.error} onRetry={list.reload} />
        ) : (
          <DataTable
            label="Audit log"
            layout={layout}
            rows={rows}
            onOpen={open}
            activeId={event?.id}
            isLoading={list.status === 'loading'}
            isLoadingMore={list.isLoadingMore}
            onEndReached={list.loadMore}
            empty={
              list.hasNextPage ? (
                <SearchedSoFar isLooking={list.isLoadingMore} onMore={list.loadMore} />
              ) : (
                <NoEvents search={search} onChange={update} />
              )
            }
          />
        )}
        {rows.length > 0 ? (
          <div className={page.foot} role="status">
            {formatPlural(rows.length, 'entry', 'entries')}
            {list.hasNextPage ? ' so far' : ''}
            {list.hasNextPage && rows.length < FEW ? (
              <Button
                variant="subtle"
                size="compact-xs"
                ml={8}
                loading={list.isLoadingMore}
                onClick={list.loadMore}
              >
                Look further back
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {event ? (
        <AuditPanel
          key={event.id}
          event={event}
          pager={pager}
          onClose={close}
          onActor={(actor) => update({ actor, event: undefined })}
        />
      ) : null}
    </div>
  );
}

interface NoEventsProps {
  search: AuditSearch;
  onChange: (change: Partial<AuditSearch>) => void;
}

function NoEvents({ search, onChange }: NoEventsProps) {
  const narrowed = isFiltered(search);
  return (
    <EmptyState
      icon={ScrollText}
      title={narrowed ? 'No events match the filters' : 'No events in this time range'}
      action={
        <Button
          variant="default"
          onClick={() =>
            onChange(
              narrowed
                ? { q: undefined, action: undefined, actor: undefined, outcome: undefined }
                : { timeRangeKey: 'all', timeRangeStart: undefined, timeRangeEnd: undefined },
            )
          }
        >
          {narrowed ? 'Clear filters' : 'Show all time'}
        </Button>
      }
    >
      Spandrel records sign-ins and changes to accounts, keys and secrets here.
    </EmptyState>
  );
}

/** The log has few columns and no column chooser, so the URL need not hold them. */
function ignoreColumns(): void {
  return undefined;
}

/** Downloads all events that match the filters. */
function AuditExport({ search }: { search: AuditSearch }) {
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={15} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <DownloadItem path={buildExportPath(search, 'csv')}>CSV</DownloadItem>
        <DownloadItem path={buildExportPath(search, 'jsonl')}>JSON Lines</DownloadItem>
      </Menu.Dropdown>
    </Menu>
  );
}
