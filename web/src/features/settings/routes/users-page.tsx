import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, Outlet, useParams } from '@tanstack/react-router';
import { Trash2, UserPlus, UserSearch } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useRowSelection } from '../../../components/data-table/row-selection.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { type UserRow, useUsers } from '../api/users.js';
import { AddUserDialog } from '../components/add-user-dialog.js';
import { AdminOnly } from '../components/admin-only.js';
import { useSection } from '../components/use-section.js';
import { buildUserColumns } from '../components/user-columns.js';
import { UsersContext } from '../components/users-context.js';
import { useUserDeletion } from '../components/use-user-deletion.js';
import { explainRefusedDeletion } from '../roles.js';
import { ListPage } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';
import { NoMatches } from '../../../components/feedback/empty-state.js';

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

  const { rows, replace, reload } = list;
  const order = useMemo(
    () => rows.filter((row) => !explainRefusedDeletion(row, viewerId)).map(({ id }) => id),
    [rows, viewerId],
  );
  const selection = useRowSelection(order);
  const chosen = rows.filter((row) => selection.selected.has(row.id));
  const columns = useMemo(
    () => buildUserColumns({ viewerId, selection, onChanged: replace }),
    [viewerId, selection, replace],
  );
  const layout = useColumnLayout('settings.users', columns);
  const { clear } = selection;
  const onDeleted = useCallback(() => {
    clear();
    reload();
  }, [clear, reload]);
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
    <ListPage
      title="Users"
      intro={
        <>
          People who can sign in, with their sign-in methods and roles. Role changes take effect
          immediately.
        </>
      }
      toolbar={
        <UsersToolbar
          q={q}
          onSearch={search}
          isCovered={userId !== undefined}
          chosenCount={chosen.length}
          onDelete={() => deletion.ask(chosen)}
          onAdd={adding.open}
        />
      }
      label="Users"
      layout={layout}
      list={list}
      foot={
        list.status === 'ready'
          ? `${formatPlural(rows.length, 'user')}${list.hasNextPage ? ' loaded' : ''}${chosen.length > 0 ? `, ${chosen.length} selected` : ''}`
          : undefined
      }
      isFootAnnounced
      onOpen={open}
      activeId={userId}
      empty={
        <NoMatches icon={UserSearch} nouns="users" onClear={() => search('')}>
          No {q.includes('@') ? 'email address' : 'username'} contains “{q}”.
        </NoMatches>
      }
    >
      <AddUserDialog opened={isAdding} onClose={adding.close} onAdded={reload} />
      {deletion.dialog}
      <UsersContext value={context}>
        <Outlet />
      </UsersContext>
    </ListPage>
  );
}

interface UsersToolbarProps {
  q: string;
  onSearch: (q: string) => void;
  isCovered: boolean;
  chosenCount: number;
  onDelete: () => void;
  onAdd: () => void;
}

function UsersToolbar(props: UsersToolbarProps) {
  const { q, onSearch, isCovered, chosenCount, onDelete, onAdd } = props;
  return (
    <Toolbar
      actions={
        <>
          {chosenCount > 0 ? (
            <Button
              variant="default"
              leftSection={<Trash2 size={15} aria-hidden />}
              onClick={onDelete}
            >
              Delete {chosenCount}…
            </Button>
          ) : null}
          {pageConfig.authMethods.some(({ canAddUsers }) => canAddUsers) ? (
            <Button leftSection={<UserPlus size={15} aria-hidden />} onClick={onAdd}>
              Add user
            </Button>
          ) : null}
        </>
      }
    >
      <FilterField
        label="Find users by name or email address"
        placeholder="Name or email address"
        value={q}
        isInstant
        isNarrow
        isCovered={isCovered}
        onApply={onSearch}
      />
    </Toolbar>
  );
}
