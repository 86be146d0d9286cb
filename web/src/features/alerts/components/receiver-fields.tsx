import { Anchor, MultiSelect } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { ExternalLink } from 'lucide-react';
import { Notice } from '../../../components/feedback/notice.js';
import { basePath } from '../../../lib/page/base-url.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { AlertDraft } from '../alert-draft.js';
import { type AlertRule, useReceivers } from '../api/alert-rules.js';

interface ReceiverFieldsProps {
  edited: AlertRule | undefined;
  draft: AlertDraft;
  onChange: (part: Partial<AlertDraft>) => void;
}

/** Whom the rule tells. People can add only themselves. */
export function ReceiverFields({ edited, draft, onChange }: ReceiverFieldsProps) {
  const { viewer } = useViewer();
  const { webhooks, reload } = useReceivers();
  // A webhook may have been created in another tab.
  useWindowEvent('focus', reload);
  const people = new Map((edited?.recipients ?? []).map(({ id, username }) => [id, username]));
  if (viewer) people.set(viewer.id, `${viewer.username} (you)`);
  return (
    <>
      <MultiSelect
        label="Webhooks"
        data={webhooks.map(({ id, name }) => ({ value: id, label: name }))}
        clearable
        searchable
        value={draft.webhookIds}
        onChange={(webhookIds) => onChange({ webhookIds })}
      />
      {people.size === 0 ? null : (
        <MultiSelect
          label="Email"
          data={[...people].map(([value, label]) => ({ value, label }))}
          clearable
          value={draft.recipientIds}
          onChange={(recipientIds) => onChange({ recipientIds })}
        />
      )}
      {draft.webhookIds.length + draft.recipientIds.length > 0 ? null : (
        <Notice tone="warning">
          This rule would tell nobody when it fires. Choose a webhook or your email address, or{' '}
          <Anchor
            href={`${basePath}/settings/webhooks`}
            target="_blank"
            rel="noreferrer"
            inherit
            underline="always"
          >
            create a webhook
            <ExternalLink size={12} aria-label="(opens in a new tab)" role="img" />
          </Anchor>
          .
        </Notice>
      )}
    </>
  );
}
