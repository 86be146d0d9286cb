import { Button, Skeleton } from '@mantine/core';
import { Plug, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  type Confirmation,
  notifyWhenDone,
  useConfirmDialog,
} from '../../../components/dialogs/confirm-dialog.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import {
  type CustomProvider,
  DeleteCustomProviderMutation,
  useCustomProviders,
} from '../api/custom-providers.js';
import { BuiltInProviders } from '../components/built-in-providers.js';
import { ProviderDialog } from '../components/provider-dialog.js';
import { ProviderList } from '../components/provider-list.js';
import classes from './model-providers-page.module.css';
import { PageHeading } from '../../../components/layout/page.js';

/** The model providers. Everybody sees them; administrators change custom ones. */
export function ModelProvidersPage() {
  useBreadcrumbs([{ label: 'Settings', link: { to: '/settings' } }, { label: 'Model providers' }]);
  const { can, isPending } = useViewer();
  return (
    <ScrollRegion label="Model providers" className={classes.scroller}>
      <PageHeading title="Model providers">
        Services whose models you can use through this server. Their credentials are never shown
        again.
      </PageHeading>
      <div className={classes.content}>
        {isPending ? (
          <Skeleton height={28} width={180} />
        ) : (
          <>
            <BuiltInProviders isEditable={can.administer} />
            <CustomProviders isEditable={can.administer} />
          </>
        )}
      </div>
    </ScrollRegion>
  );
}

function CustomProviders({ isEditable }: { isEditable: boolean }) {
  const list = useCustomProviders(isEditable);
  const { rows, reload, reread } = list;
  const [shown, setShown] = useState<CustomProvider | 'new'>();
  const { confirm, confirmDialog } = useConfirmDialog();
  const [remove] = useGraphqlMutation(DeleteCustomProviderMutation);
  const describeDeletion = ({ id, name }: CustomProvider): Confirmation => ({
    title: `Delete ${name}`,
    text: 'Programs that use this provider will fail until you choose another one for them. This also deletes its credentials. You can’t undo this.',
    label: 'Delete provider',
    run: () => notifyWhenDone(remove({ input: { id } }), `Model provider ${name} deleted`, reload),
  });
  const create = (
    <Button leftSection={<Plus size={15} aria-hidden />} onClick={() => setShown('new')}>
      New provider
    </Button>
  );

  return (
    <PageSection
      title="Custom providers"
      actions={isEditable && rows.length > 0 ? create : undefined}
    >
      {list.status === 'error' ? (
        <ErrorState error={list.error} onRetry={reload} />
      ) : list.status === 'loading' ? (
        <Skeleton height={48} />
      ) : rows.length > 0 ? (
        <ProviderList
          providers={rows}
          actions={
            isEditable
              ? {
                  onEdit: setShown,
                  onDelete: (provider) => confirm(describeDeletion(provider)),
                }
              : undefined
          }
        />
      ) : (
        <EmptyState
          icon={Plug}
          title="No custom providers yet"
          action={isEditable ? create : undefined}
        >
          {isEditable
            ? 'Add a gateway, a server of your own or an account with its own key. Everyone can then use its models without seeing the key.'
            : 'An administrator can add a gateway or an account with its own key. Everyone can then use its models.'}
        </EmptyState>
      )}
      <ProviderDialog shown={shown} onClose={() => setShown(undefined)} onSaved={reread} />
      {confirmDialog}
    </PageSection>
  );
}
