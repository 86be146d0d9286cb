import { Button, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { CreateKeyDialog } from '../../../components/api-keys/create-key-dialog.js';
import type { NewKey } from '../../../components/api-keys/create-key-form.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  CreateSystemKeyMutation,
  type SystemKeyRow,
  useSystemKeys,
  useUserKeys,
} from '../api/api-keys.js';
import { AdminOnly } from '../components/admin-only.js';
import { buildSystemKeyColumns, buildUserKeyColumns } from '../components/key-columns.js';
import { useKeyDeletion } from '../components/use-key-deletion.js';
import { useSection } from '../components/use-section.js';
import { ListTable, type ShownList, toList } from '../../../components/layout/list-page.js';
import { Page, PageHeading, Toolbar } from '../../../components/layout/page.js';

const route = getRouteApi('/settings/api-keys');

/** The system keys and the keys of all users, for administrators. */
export function ApiKeysPage() {
  useSection('API keys');
  return (
    <AdminOnly>
      <ApiKeys />
    </AdminOnly>
  );
}

function ApiKeys() {
  const { of } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, creating] = useDisclosure();
  return (
    <Page>
      <PageHeading title="API keys">
        {of === 'users'
          ? 'Personal keys have the permissions of their owner and are deleted with them.'
          : 'System keys belong to no user. Use them for programs that run unattended.'}
      </PageHeading>
      <Toolbar
        actions={
          of === 'users' ? null : (
            <Button leftSection={<Plus size={15} aria-hidden />} onClick={creating.open}>
              New system key
            </Button>
          )
        }
      >
        <SegmentedControl
          aria-label="Keys to show"
          value={of ?? 'system'}
          onChange={(value) =>
            void navigate({
              search: { of: value === 'users' ? 'users' : undefined },
              replace: true,
            })
          }
          data={[
            { value: 'system', label: 'System keys' },
            { value: 'users', label: 'All users’ keys' },
          ]}
        />
      </Toolbar>
      {of === 'users' ? (
        <UserKeyList />
      ) : (
        <SystemKeyList isCreating={isCreating} onCreatingEnd={creating.close} />
      )}
    </Page>
  );
}

function SystemKeyList(props: { isCreating: boolean; onCreatingEnd: () => void }) {
  const { keys, error, reload } = useSystemKeys();
  const deletion = useKeyDeletion('system');
  const { ask } = deletion;
  const columns = useMemo(() => buildSystemKeyColumns((key) => ask(key)), [ask]);
  const [createKey] = useGraphqlMutation(CreateSystemKeyMutation);
  const create = async (wanted: NewKey) => {
    const answer = await createKey({ input: wanted });
    if (!answer.data) return { problem: describeError(answer.error).detail };
    return { secret: answer.data.createSystemApiKey.jwt };
  };
  return (
    <>
      <KeyTable
        label="System keys"
        name="system-keys"
        columns={columns}
        list={toList(keys, error, reload)}
        empty="Programs need a key to send or read traces. Create one for each program, so you can revoke it without affecting the others."
      />
      {deletion.dialog}
      <CreateKeyDialog
        title="New system key"
        fullScopeNote="The key can read, send, change and delete data, but not manage users, keys or secrets."
        opened={props.isCreating}
        onClose={props.onCreatingEnd}
        create={create}
      />
    </>
  );
}

function UserKeyList() {
  const { keys, error, reload } = useUserKeys();
  const deletion = useKeyDeletion('user');
  const { ask } = deletion;
  const columns = useMemo(() => buildUserKeyColumns((key) => ask(key, key.user.username)), [ask]);
  return (
    <>
      <KeyTable
        label="All users’ keys"
        name="user-keys"
        columns={columns}
        list={toList(keys, error, reload)}
        empty="Users create API keys on their profile page."
      />
      {deletion.dialog}
    </>
  );
}

interface KeyTableProps<Row> {
  label: string;
  name: string;
  columns: readonly DataColumn<Row>[];
  list: ShownList<Row>;
  empty: string;
}

function KeyTable<Row extends SystemKeyRow>(props: KeyTableProps<Row>) {
  const { label, name, columns, list, empty } = props;
  const layout = useColumnLayout(`settings.${name}`, columns);
  return (
    <ListTable
      label={label}
      layout={layout}
      list={list}
      noun="key"
      empty={
        <EmptyState icon={KeyRound} title="No keys yet">
          {empty}
        </EmptyState>
      }
    />
  );
}
