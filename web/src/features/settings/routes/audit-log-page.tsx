import { Button, Menu, NativeSelect, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Download, ScrollText } from 'lucide-react';
import { useCallback } from 'react';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
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
import { ListPage } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';
import { useAdjacentRows } from '../../../components/data-table/use-adjacent-rows.js';
import { type List } from '../../../lib/data/use-pages.js';

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
  const layout = useColumnLayout('settings.audit', AUDIT_COLUMNS);
  const update = useSearchChange<AuditSearch>();
  const open = useCallback(
    (row: AuditRow) => void navigate({ search: (now) => ({ ...now, event: row.id }) }),
    [navigate],
  );
  const { rows } = list;
  useSearchAhead(list);
  const event = rows.find(({ id }) => id === search.event);
  const pager = useAdjacentRows(rows, search.event, open);
  const close = useCallback(() => update({ event: undefined }), [update]);

  return (
    <ListPage
      title="Audit log"
      intro="Who did what, when and from where. Entries can't be changed or deleted."
      toolbar={
        <Toolbar actions={<AuditExport search={search} />}>
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
        </Toolbar>
      }
      label="Audit log"
      layout={layout}
      list={list}
      foot={rows.length > 0 ? <EventCount list={list} /> : undefined}
      isFootAnnounced
      onOpen={open}
      activeId={event?.id}
      empty={
        list.hasNextPage ? (
          <SearchedSoFar isLooking={list.isLoadingMore} onMore={list.loadMore} />
        ) : (
          <NoEvents search={search} onChange={update} />
        )
      }
    >
      <TopBarActions>
        <TimeRangeControl value={range} onChange={(next) => update(replaceTimeRange({}, next))} />
      </TopBarActions>
      {event ? (
        <AuditPanel
          key={event.id}
          event={event}
          pager={pager}
          onClose={close}
          onActor={(actor) => update({ actor, event: undefined })}
        />
      ) : null}
    </ListPage>
  );
}

function EventCount({ list }: { list: List<AuditRow> }) {
  const { rows, hasNextPage, isLoadingMore, loadMore } = list;
  return (
    <>
      {formatPlural(rows.length, 'entry', 'entries')}
      {hasNextPage ? ' so far' : ''}
      {hasNextPage && rows.length < FEW ? (
        <Button
          variant="subtle"
          size="compact-xs"
          ml={8}
          loading={isLoadingMore}
          onClick={loadMore}
        >
          Look further back
        </Button>
      ) : null}
    </>
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
