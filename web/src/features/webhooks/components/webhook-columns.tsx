import { Menu } from '@mantine/core';
import { KeyRound, Pencil, ScrollText, Send, Trash2 } from 'lucide-react';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { ProjectLink } from '../../../components/projects/project-link.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { Webhook } from '../api/webhooks.js';
import { describeState, EVENTS, FORMATS } from '../webhook-texts.js';
import classes from './webhook-columns.module.css';
import { actionsColumn } from '../../../components/data-table/common-columns.js';
import { ActionItem, ActionsMenu } from '../../../components/buttons/actions-menu.js';

/** The actions for a webhook that happen outside of its menu. */
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
    actionsColumn((webhook) => (
      <ProjectOfPageProvider value={webhook.project}>
        <WebhookMenu webhook={webhook} {...actions} />
      </ProjectOfPageProvider>
    )),
  ];
}

function WebhookMenu(props: { webhook: Webhook } & WebhookActions) {
  const { webhook, onShowLog, onTest, onEdit, onRotate, onDelete } = props;
  const { can } = useViewer();
  return (
    <ActionsMenu name={webhook.name}>
      <ActionItem icon={ScrollText} onClick={() => onShowLog(webhook)}>
        Show messages
      </ActionItem>
      {can.write ? (
        <>
          <ActionItem icon={Send} disabled={!webhook.isEnabled} onClick={() => onTest(webhook)}>
            Send a test
          </ActionItem>
          <Menu.Divider />
          <ActionItem icon={Pencil} onClick={() => onEdit(webhook)}>
            Edit
          </ActionItem>
          <ActionItem icon={KeyRound} onClick={() => onRotate(webhook)}>
            Replace secret
          </ActionItem>
          <ActionItem icon={Trash2} isRed onClick={() => onDelete(webhook)}>
            Delete
          </ActionItem>
        </>
      ) : null}
    </ActionsMenu>
  );
}
