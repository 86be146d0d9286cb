import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { LockKeyhole, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { notifyWhenDone, useConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import { SecretDialog } from '../../../components/secrets/secret-dialog.js';
import { SetSecretsMutation } from '../../../components/secrets/set-secrets.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { type SecretRow, useSecrets } from '../api/secrets.js';
import { AdminOnly } from '../components/admin-only.js';
import { buildSecretColumns } from '../components/secret-columns.js';
import { useSection } from '../components/use-section.js';
import { ListPage } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';
import { NoMatches } from '../../../components/feedback/empty-state.js';

const route = getRouteApi('/settings/secrets');

/** The secrets, for administrators. */
export function SecretsPage() {
  useSection('Secrets');
  return (
    <AdminOnly needsAccounts={false}>
      <Secrets />
    </AdminOnly>
  );
}

/** The secrets by name. Values can be set and replaced, but are never shown. */
function Secrets() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useSecrets();
  const [edited, setEdited] = useState<SecretRow | 'new'>();
  const { confirm, confirmDialog } = useConfirmDialog();
  const [save] = useGraphqlMutation(SetSecretsMutation);

  const { rows, reload } = list;
  const shown = useMemo(
    () => rows.filter(({ key }) => key.toLowerCase().includes(q.trim().toLowerCase())),
    [rows, q],
  );
  const columns = useMemo(
    () =>
      buildSecretColumns(pageConfig.authenticationEnabled, {
        onReplace: setEdited,
        onDelete: ({ key }) =>
          confirm({
            title: `Delete ${key}`,
            text: 'Programs that read this secret will no longer find it. You can’t undo this.',
            label: 'Delete secret',
            run: () =>
              notifyWhenDone(
                save({ input: { secrets: [{ key, value: null }] } }),
                `Secret ${key} deleted`,
                reload,
              ),
          }),
      }),
    [confirm, save, reload],
  );
  const layout = useColumnLayout('settings.secrets', columns);
  const search = (next: string) =>
    void navigate({ search: { q: next === '' ? undefined : next }, replace: true });

  return (
    <ListPage
      title="Secrets"
      intro={
        <>
          Credentials for external services. Spandrel shows only their names; the values never leave
          the server.
        </>
      }
      toolbar={
        <Toolbar
          actions={
            <Button leftSection={<Plus size={15} aria-hidden />} onClick={() => setEdited('new')}>
              Add secret
            </Button>
          }
        >
          <FilterField
            label="Find secrets by name"
            placeholder="Name"
            value={q}
            isInstant
            isNarrow
            onApply={search}
          />
        </Toolbar>
      }
      label="Secrets"
      layout={layout}
      list={list}
      rows={shown}
      noun="secret"
      isFootAnnounced
      empty={
        rows.length > 0 ? (
          <NoMatches icon={LockKeyhole} nouns="secrets" onClear={() => search('')}>
            No secret name contains “{q}”.
          </NoMatches>
        ) : (
          <EmptyState icon={LockKeyhole} title="No secrets yet">
            Store API keys of model providers here, such as OPENAI_API_KEY, instead of in
            environment variables.
          </EmptyState>
        )
      }
    >
      <SecretDialog
        secret={edited}
        taken={rows.map(({ key }) => key)}
        onClose={() => setEdited(undefined)}
        onSaved={reload}
      />
      {confirmDialog}
    </ListPage>
  );
}
