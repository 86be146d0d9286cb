import { Button, Modal, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { RotateCcw } from 'lucide-react';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import {
  type Delivery,
  ReplayDeliveryMutation,
  useDeliveries,
  type Webhook,
} from '../api/webhooks.js';
import { STATUSES } from '../webhook-texts.js';
import classes from './delivery-log.module.css';

interface DeliveryLogProps {
  /** Undefined to hide the log. */
  webhook: Webhook | undefined;
  onClose: () => void;
}

/** The newest messages of a webhook, each with its last attempts. */
export function DeliveryLog({ webhook, onClose }: DeliveryLogProps) {
  return (
    <Modal
      opened={webhook !== undefined}
      onClose={onClose}
      title={webhook ? `Messages to ${webhook.name}` : 'Messages'}
      size={640}
    >
      {webhook ? (
        <ProjectOfPageProvider value={webhook.project}>
          <Deliveries webhook={webhook} />
        </ProjectOfPageProvider>
      ) : null}
    </Modal>
  );
}

function Deliveries({ webhook: { id, isEnabled } }: { webhook: Webhook }) {
  const { can } = useViewer();
  const { deliveries, error, reload } = useDeliveries(id);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!deliveries) return <Skeleton height={240} />;
  if (deliveries.length === 0) {
    return (
      <p className={classes.note}>
        No message was sent in the last 30 days. Send a test to see whether the receiver works.
      </p>
    );
  }
  return (
    <ul className={classes.list}>
      {deliveries.map((delivery) => (
        <li key={delivery.id} className={classes.item}>
          <DeliveryItem delivery={delivery} canReplay={can.write && isEnabled} />
        </li>
      ))}
    </ul>
  );
}

function DeliveryItem({ delivery, canReplay }: { delivery: Delivery; canReplay: boolean }) {
  const { id, type, summary, status, attempts, nextAttemptAt, createdAt } = delivery;
  const [replay, isSending] = useGraphqlMutation(ReplayDeliveryMutation);
  const [last] = attempts;
  const send = async () => {
    const { error } = await replay({ input: { id } });
    notifications.show(
      error
        ? { message: describeError(error).detail, color: 'red' }
        : { message: 'Message queued.' },
    );
  };
  return (
    <>
      <div className={classes.line}>
        <b className={status === 'FAILED' ? classes.failed : undefined}>{STATUSES[status]}</b>
        <code>{type}</code>
        <span className={classes.note}>
          <RelativeTime time={createdAt} />
        </span>
        <span className={classes.spring} />
        {canReplay ? (
          <Button
            variant="default"
            size="compact-xs"
            loading={isSending}
            leftSection={<RotateCcw size={12} aria-hidden />}
            onClick={() => void send()}
          >
            {status === 'WAITING' ? 'Send now' : 'Send again'}
          </Button>
        ) : null}
      </div>
      <p className={classes.summary} dir="auto">
        {summary}
      </p>
      <span className={classes.note}>
        {formatPlural(attempts.length, 'attempt')}
        {last?.error == null ? '' : `. ${last.error}`}
        {status === 'WAITING' && last ? (
          <>
            {' '}
            Next attempt <RelativeTime time={nextAttemptAt} />.
          </>
        ) : null}
      </span>
      {last?.response ? (
        <details className={classes.note}>
          <summary>
            Response {last.statusCode} after {last.durationMs} ms
          </summary>
          <pre className={classes.response}>{last.response}</pre>
        </details>
      ) : null}
    </>
  );
}
