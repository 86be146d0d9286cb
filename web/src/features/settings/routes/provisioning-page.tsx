import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Plus, UsersRound } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { notifyWhenDone, useConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { serverAddress } from '../../../lib/page/base-url.js';
import { DeleteScimTokenMutation, type ScimTokenRow, ScimTokensQuery } from '../api/scim-tokens.js';
import { AdminOnly } from '../components/admin-only.js';
import { NewScimTokenDialog } from '../components/new-scim-token-dialog.js';
import { buildScimTokenColumns } from '../components/scim-token-columns.js';
import { useSection } from '../components/use-section.js';
import { ListPage, toList } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';

/** How an identity provider creates and deactivates users over SCIM, for administrators. */
export function ProvisioningPage() {
  useSection('Provisioning');
  return (
    <AdminOnly>
      <Provisioning />
    </AdminOnly>
  );
}

function Provisioning() {
  const { data, error, reload } = useGraphqlQuery(ScimTokensQuery, {});
  const [isCreating, creating] = useDisclosure();
  const { confirm, confirmDialog } = useConfirmDialog();
  const [deleteToken] = useGraphqlMutation(DeleteScimTokenMutation);
  const url = `${serverAddress}/scim/v2`;

  const ask = useCallback(
    ({ id, name, prefix }: ScimTokenRow) =>
      confirm({
        title: `Delete token ${name}`,
        text: (
          <>
            The service that uses <b>{prefix}…</b> can no longer change users and groups. Those that
            it has created stay.
          </>
        ),
        label: 'Delete token',
        run: () => notifyWhenDone(deleteToken({ input: { id } }), `Token ${name} deleted`),
      }),
    [confirm, deleteToken],
  );
  const columns = useMemo(() => buildScimTokenColumns(ask), [ask]);
  const layout = useColumnLayout('settings.scim-tokens', columns);
  return (
    <ListPage
      title="Provisioning"
      intro={
        <>
          Your identity provider can create, change and deactivate users and groups over SCIM 2.0.
          Deactivated users lose their sessions and API keys at once.
        </>
      }
      toolbar={
        <Toolbar
          actions={
            <Button leftSection={<Plus size={15} aria-hidden />} onClick={creating.open}>
              New token
            </Button>
          }
        >
          <span>
            URL <code>{url}</code> <CopyButton value={url} label="URL" />
          </span>
        </Toolbar>
      }
      label="SCIM tokens"
      layout={layout}
      list={toList(data?.scimTokens, error, reload)}
      noun="token"
      empty={
        <EmptyState icon={UsersRound} title="No tokens yet">
          Create a token, and enter it with the URL in the provisioning settings of Okta, Microsoft
          Entra ID or another identity provider.
        </EmptyState>
      }
    >
      <NewScimTokenDialog opened={isCreating} onClose={creating.close} />
      {confirmDialog}
    </ListPage>
  );
}
