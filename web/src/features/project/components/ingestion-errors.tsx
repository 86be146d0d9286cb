import { Badge, Button, Drawer, Loader } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { TriangleAlert } from 'lucide-react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { useIngestionErrors } from '../api/ingestion-errors.js';
import { COUNTED_ERRORS } from '../api/project-frame.js';
import classes from './ingestion-errors.module.css';

/** Shows how many spans and annotations could not be stored, and lists them with the reasons. */
export function IngestionErrors({ projectId, count }: { projectId: string; count: number }) {
  const [opened, { open, close }] = useDisclosure();
  if (count === 0) return null;
  const text = count >= COUNTED_ERRORS ? `${COUNTED_ERRORS - 1}+` : String(count);
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        className={classes.button}
        leftSection={<TriangleAlert size={14} aria-hidden />}
        onClick={open}
      >
        {text} not stored
      </Button>
      <Drawer opened={opened} onClose={close} position="right" size={520} title="Not stored">
        <IngestionErrorList projectId={projectId} />
      </Drawer>
    </>
  );
}

function IngestionErrorList({ projectId }: { projectId: string }) {
  const list = useIngestionErrors(projectId);
  if (list.status === 'error') return <ErrorState error={list.error} onRetry={list.reload} />;
  if (list.status === 'loading') return <Loader size="sm" />;
  return (
    <>
      <p className={classes.intro}>
        Spandrel could not store these spans and annotations. It stored everything else in the same
        requests. Newest first.
      </p>
      <ul className={classes.list}>
        {list.rows.map((row) => (
          <li key={row.id} className={classes.item}>
            <div className={classes.line}>
              <Badge variant="light" color="gray" radius="sm" tt="none" fw={500} flex="none">
                {row.reason}
              </Badge>
              <span className={classes.name}>{titleOf(row)}</span>
              <span className={classes.time}>
                <RelativeTime time={row.occurredAt} />
              </span>
            </div>
            <div className={classes.message}>{row.message}</div>
            {row.spanId ? (
              <div className={classes.id}>
                span {row.spanId} <CopyButton value={row.spanId} label="span ID" />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button variant="default" fullWidth loading={list.isLoadingMore} onClick={list.loadMore}>
          Show older errors
        </Button>
      ) : null}
    </>
  );
}

/** Annotations start the names of their reasons, and name themselves in the message. */
function titleOf({ reason, spanName }: { reason: string; spanName: string | null }): string {
  if (reason.startsWith('annotation_')) return 'Annotation';
  return spanName ?? 'unnamed span';
}
