import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis, KeyRound, Pencil, ScrollText, Send, Trash2 } from 'lucide-react';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { ProjectLink } from '../../../components/projects/project-link.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { Webhook } from '../api/webhooks.js';
import { describeState, EVENTS, FORMATS } from '../webhook-texts.js';
import classes from './webhook-columns.module.css';

/** What is done with a webhook outside of its menu. */
export interface WebhookActions {
  onShowLog: (webhook: Webhook) => void;
  onTest: (webhook: Webhook) => void;
  onEdit: (webhook: Webhook) => void;
  onRotate: (webhook: Webhook) => void;
  onDelete: (webhook: Webhook) => void;
}

/** Returns the columns of the list of webhooks. */
export function buildWebhookColumns(actions: WebhookActions): DataColumn<Webhook>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 150,
      grow: true,
      required: true,
      cell: ({ name, project }) => (
        <span className={classes.name}>
          <bdi title={name}>{name}</bdi>
          <ProjectLink project={project} />
        </span>
      ),
    },
    {
      id: 'state',
      header: 'State',
      width: 150,
      cell: (webhook) => {
        const { text, isBad } = describeState(webhook);
        return <span className={isBad ? classes.bad : undefined}>{text}</span>;
      },
    },
    {
      id: 'url',
      header: 'Address',
      width: 230,
      cell: ({ url }) => <span title={url}>{url}</span>,
    },
    {
      id: 'format',
      header: 'Format',
      width: 164,
      cell: ({ format }) => FORMATS.find(({ value }) => value === format)?.label,
    },
    {
      id: 'events',
      header: 'Events',
      width: 220,
      cell: ({ events }) => {
        const labels = EVENTS.filter(({ value }) => events.includes(value)).map((one) => one.label);
        const text = labels.length === 0 ? 'Only alerts' : labels.join(', ');
        return <span title={text}>{text}</span>;
      },
    },
    {
      id: 'owner',
      header: 'Owner',
      width: 110,
      cell: ({ user }) => user?.username ?? <span aria-label="none">–</span>,
    },
    {
      id: 'actions',
      header: '',
      label: 'Actions',
      width: 56,
      required: true,
      numeric: true,
      cell: (webhook) => (
        <ProjectOfPageProvider value={webhook.project}>
          <WebhookMenu webhook={webhook} {...actions} />
        </ProjectOfPageProvider>
      ),
    },
  ];
}

function WebhookMenu(props: { webhook: Webhook } & WebhookActions) {
  const { webhook, onShowLog, onTest, onEdit, onRotate, onDelete } = props;
  const { can } = useViewer();
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${webhook.name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<ScrollText size={14} aria-hidden />}
          onClick={() => onShowLog(webhook)}
        >
          Show messages
        </Menu.Item>
        {can.write ? (
          <>
            <Menu.Item
              leftSection={<Send size={14} aria-hidden />}
              disabled={!webhook.isEnabled}
              onClick={() => onTest(webhook)}
            >
              Send a test
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Pencil size={14} aria-hidden />}
              onClick={() => onEdit(webhook)}
            >
              Edit
            </Menu.Item>
            <Menu.Item
              leftSection={<KeyRound size={14} aria-hidden />}
              onClick={() => onRotate(webhook)}
            >
              Replace secret
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<Trash2 size={14} aria-hidden />}
              onClick={() => onDelete(webhook)}
            >
              Delete
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
