import { Button } from '@mantine/core';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useMemo } from 'react';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import page from '../../../components/layout/list-page.module.css';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useMayCreate } from '../../../components/projects/project-options.js';
import { useWebhooks, type Webhook } from '../api/webhooks.js';
import { useWebhookActions } from '../components/use-webhook-actions.js';
import { buildWebhookColumns } from '../components/webhook-columns.js';

const NONE: readonly Webhook[] = [];

/** Where the server sends messages over HTTP. Members change it. */
export function WebhooksPage() {
  useBreadcrumbs([{ label: 'Settings', link: { to: '/settings' } }, { label: 'Webhooks' }]);
  const mayCreate = useMayCreate();
  const { webhooks, error, reload } = useWebhooks();
  const { actions, create, dialogs } = useWebhookActions();
  const columns = useMemo(() => buildWebhookColumns(actions), [actions]);
  const layout = useColumnLayout('settings.webhooks', columns, undefined, ignoreColumns);
  const newButton = mayCreate ? (
    <Button leftSection={<Plus size={15} aria-hidden />} onClick={create}>
      New webhook
    </Button>
  ) : null;

  return (
    <div className={page.page}>
      <div className={page.heading}>
        <h1>Webhooks</h1>
        <p>
          Where the server sends signed messages: alerts of the rules that name a webhook, prompt
          tags that move, experiments that end, and new dataset versions.
        </p>
      </div>
      {webhooks && webhooks.length > 0 ? (
        <div className={page.toolbar}>
          <span className={page.spring} />
          {newButton}
        </div>
      ) : null}
      <div className={page.list}>
        {error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <DataTable
            label="Webhooks"
            layout={layout}
            rows={webhooks ?? NONE}
            onOpen={actions.onShowLog}
            isLoading={webhooks === undefined}
            empty={
              <EmptyState icon={WebhookIcon} title="No webhooks yet" action={newButton}>
                A webhook sends messages to a channel of Slack, or to a program of yours. Failed
                messages are retried for a day, and you can send them again.
              </EmptyState>
            }
          />
        )}
        {webhooks && webhooks.length > 0 ? (
          <div className={page.foot}>{formatPlural(webhooks.length, 'webhook')}</div>
        ) : null}
      </div>
      {dialogs}
    </div>
  );
}

/** The list has few columns and no column chooser, so the URL need not hold them. */
function ignoreColumns(): void {
  return undefined;
}
