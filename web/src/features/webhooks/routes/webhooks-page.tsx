import { Button } from '@mantine/core';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useMemo } from 'react';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { useMayCreate } from '../../../components/projects/project-options.js';
import { useWebhooks } from '../api/webhooks.js';
import { useWebhookActions } from '../components/use-webhook-actions.js';
import { buildWebhookColumns } from '../components/webhook-columns.js';
import { ListPage, toList } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';

/** Where the server sends messages over HTTP. Members change it. */
export function WebhooksPage() {
  useBreadcrumbs([{ label: 'Settings', link: { to: '/settings' } }, { label: 'Webhooks' }]);
  const mayCreate = useMayCreate();
  const { webhooks, error, reload } = useWebhooks();
  const { actions, create, dialogs } = useWebhookActions();
  const columns = useMemo(() => buildWebhookColumns(actions), [actions]);
  const layout = useColumnLayout('settings.webhooks', columns);
  const newButton = mayCreate ? (
    <Button leftSection={<Plus size={15} aria-hidden />} onClick={create}>
      New webhook
    </Button>
  ) : null;

  return (
    <ListPage
      title="Webhooks"
      intro={
        <>
          Where the server sends signed messages: alerts of the rules that name a webhook, prompt
          tags that move, experiments that end, and new dataset versions.
        </>
      }
      toolbar={webhooks?.length ? <Toolbar actions={newButton} /> : null}
      label="Webhooks"
      layout={layout}
      list={toList(webhooks, error, reload)}
      noun="webhook"
      onOpen={actions.onShowLog}
      empty={
        <EmptyState icon={WebhookIcon} title="No webhooks yet" action={newButton}>
          A webhook sends messages to a channel of Slack, or to a program of yours. Failed messages
          are retried for a day, and you can send them again.
        </EmptyState>
      }
    >
      {dialogs}
    </ListPage>
  );
}
