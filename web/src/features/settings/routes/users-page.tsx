import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, Outlet, useParams } from '@tanstack/react-router';
import { Trash2, UserPlus, UserSearch } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import page from '../../../components/layout/list-page.module.css';
import { formatPlural } from '../../../lib/format/numbers.js';
import {
  NOTHING_SELECTED,
  toggleAll,
  toggleRow,
} from '../../../components/data-table/selection.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { listAddableMethods } from '../addable-methods.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { type UserRow, useUsers } from '../api/users.js';
import { AddUserDialog } from '../components/add-user-dialog.js';
import { AdminOnly } from '../components/admin-only.js';
import { useSection } from '../components/use-section.js';
import { buildUserColumns } from '../components/user-columns.js';
import { UsersContext } from '../components/users-context.js';
import { useUserDeletion } from '../components/use-user-deletion.js';
import { explainRefusedDeletion } from '../roles.js';

const route = getRouteApi('/settings/users');

/** The users, for administrators. */
export function UsersPage() {
  useSection('Users');
  return (
    <AdminOnly>
      <Users />
    </AdminOnly>
  );
}

function Users() {
  const { q = '' } = route.useSearch();
  const { userId } = useParams({ strict: false });
  const navigate = route.useNavigate();
  const { viewer } = useViewer();
  const viewerId = viewer?.id;
  const list = useUsers(q);
  const [isAdding, adding] = useDisclosure();
  const [selection, setSelection] = useState(NOTHING_SELECTED);

  const { rows, replace, reload } = list;
  const order = useMemo(
    () => rows.filter((row) => !explainRefusedDeletion(row, viewerId)).map(({ id }) => id),
    [rows, viewerId],
  );
  const chosen = rows.filter((row) => selection.ids.has(row.id));
  const isAllSelected = order.length > 0 && order.every((id) => selection.ids.has(id));
  const columns = useMemo(
    () =>
      buildUserColumns({
        viewerId,
        selected: selection.ids,
        isAllSelected,
        onToggle: (id, withShift) => setSelection((now) => toggleRow(now, order, id, withShift)),
        onToggleAll: () => setSelection((now) => toggleAll(now, order)),
        onChanged: replace,
      }),
    [viewerId, selection, isAllSelected, order, replace],
  );
  const layout = useColumnLayout('settings.users', columns, undefined, ignoreColumns);
  const onDeleted = useCallback(() => {
    setSelection(NOTHING_SELECTED);
    reload();
  }, [reload]);
  const deletion = useUserDeletion(onDeleted);
  const context = useMemo(() => ({ replace, reload }), [replace, reload]);

  const search = (next: string) =>
    void navigate({ search: { q: next === '' ? undefined : next }, replace: true });
  const open = useCallback(
    (row: UserRow) =>
      void navigate({
        to: '/settings/users/$userId',
        params: { userId: row.id },
        search: (now) => now,
      }),
    [navigate],
  );

  return (
    <div className={page.page}>
      <div className={page.heading}>
        <h1>Users</h1>
        <p>
          People who can sign in, with their sign-in methods and roles. Role changes take effect
          immediately.
        </p>
      </div>
      <div className={`${page.toolbar} ${page.narrowFilter}`}>
        <FilterField
          label="Find users by name or email address"
          placeholder="Name or email address"
          value={q}
          isInstant
          isCovered={userId !== undefined}
          onApply={search}
        />
        <span className={page.spring} />
        {chosen.length > 0 ? (
          <Button
            variant="default"
            leftSection={<Trash2 size={15} aria-hidden />}
            onClick={() => deletion.ask(chosen)}
          >
            Delete {chosen.length}…
          </Button>
        ) : null}
        {listAddableMethods(pageConfig).length > 0 ? (
          <Button leftSection={<UserPlus size={15} aria-hidden />} onClick={adding.open}>
            Add user
          </Button>
        ) : null}
      </div>
      <div className={page.list}>
        {list.status === 'error' ? (
          <ErrorState error={list.error} onRetry={reload} />
        ) : (
          <DataTable
            label="Users"
            layout={layout}
            rows={rows}
            onOpen={open}
            activeId={userId}
            isLoading={list.status === 'loading'}
            isLoadingMore={list.isLoadingMore}
            onEndReached={list.loadMore}
            empty={
              <EmptyState
                icon={UserSearch}
                title="No users match"
                action={
                  <Button variant="default" onClick={() => search('')}>
                    Show all users
                  </Button>
                }
              >
                No {q.includes('@') ? 'email address' : 'username'} contains “{q}”.
              </EmptyState>
            }
          />
        )}
        {list.status === 'ready' ? (
          <div className={page.foot} role="status">
            {formatPlural(rows.length, 'user')}
            {list.hasNextPage ? ' loaded' : ''}
            {chosen.length > 0 ? `, ${chosen.length} selected` : ''}
          </div>
        ) : null}
      </div>
      <AddUserDialog opened={isAdding} onClose={adding.close} onAdded={reload} />
      {deletion.dialog}
      <UsersContext value={context}>
        <Outlet />
      </UsersContext>
    </div>
  );
}

/** The list has few columns and no column chooser, so the URL need not hold them. */
function ignoreColumns(): void {
  return undefined;
}
