import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { notifyWhenDone, useConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  DeleteWebhooksMutation,
  RotateSecretMutation,
  TestWebhookMutation,
  type Webhook,
} from '../api/webhooks.js';
import { DeliveryLog } from './delivery-log.js';
import type { WebhookActions } from './webhook-columns.js';
import { WebhookDialog, WebhookSecret } from './webhook-form.js';

/** Returns the actions for webhooks, and the dialogs that they open. */
export function useWebhookActions(): {
  actions: WebhookActions;
  create: () => void;
  dialogs: ReactNode;
} {
  const [logged, setLogged] = useState<Webhook>();
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const [rotated, setRotated] = useState<{ name: string; secret: string }>();
  const { confirm, confirmDialog } = useConfirmDialog();
  const [test] = useGraphqlMutation(TestWebhookMutation);
  const [rotate] = useGraphqlMutation(RotateSecretMutation);
  const [remove] = useGraphqlMutation(DeleteWebhooksMutation);

  const onTest = useCallback(
    async (webhook: Webhook) => {
      const { error } = await test({ input: { id: webhook.id } });
      if (error) notifications.show({ message: describeError(error).detail, color: 'red' });
      else setLogged(webhook);
    },
    [test],
  );
  const onRotate = useCallback(
    ({ id, name }: Webhook) =>
      confirm({
        title: `Replace the secret of ${name}`,
        text: 'Messages are signed with a new secret at once. The receiver refuses them until it knows that secret.',
        label: 'Replace secret',
        run: async () => {
          const { data, error } = await rotate({ input: { id } });
          if (error) return describeError(error).detail;
          setRotated({ name, secret: data.rotateWebhookSecret.secret });
          return undefined;
        },
      }),
    [confirm, rotate],
  );
  const onDelete = useCallback(
    ({ id, name }: Webhook) =>
      confirm({
        title: `Delete ${name}`,
        text: 'This deletes the webhook with its messages. Alert rules no longer use it. You can’t undo this.',
        label: 'Delete webhook',
        run: () =>
          notifyWhenDone(remove({ input: { webhookIds: [id] } }), `Webhook ${name} deleted`),
      }),
    [confirm, remove],
  );
  const actions = useMemo(
    () => ({
      onShowLog: setLogged,
      onTest: (webhook: Webhook) => void onTest(webhook),
      onEdit: setEdited,
      onRotate,
      onDelete,
    }),
    [onTest, onRotate, onDelete],
  );
  const closeRotated = () => setRotated(undefined);
  return {
    actions,
    create: useCallback(() => setEdited('new'), []),
    dialogs: (
      <>
        <WebhookDialog shown={edited} onClose={() => setEdited(undefined)} />
        <DeliveryLog webhook={logged} onClose={() => setLogged(undefined)} />
        <Modal
          opened={rotated !== undefined}
          onClose={closeRotated}
          title="New signing secret"
          closeOnClickOutside={false}
        >
          {rotated ? <WebhookSecret {...rotated} onClose={closeRotated} /> : null}
        </Modal>
        {confirmDialog}
      </>
    ),
  };
}
