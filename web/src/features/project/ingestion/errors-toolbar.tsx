import { Button, NativeSelect } from '@mantine/core';
import { Send, Trash2 } from 'lucide-react';
import { ProgressBar } from '../../../components/data-display/progress-bar.js';
import { Toolbar } from '../../../components/layout/page.js';
import { formatExact, formatPlural } from '../../../lib/format/numbers.js';
import classes from './ingestion.module.css';
import type { useResend } from './use-resend.js';

interface ErrorsToolbarProps {
  reasons: readonly { reason: string; count: number }[];
  /** The reason that the list is filtered by. */
  reason: string | undefined;
  onReason: (reason: string | undefined) => void;
  /** The number of errors in the list, and of those whose spans are kept. */
  count: number;
  keptCount: number;
  canWrite: boolean;
  progress: ReturnType<typeof useResend>['progress'];
  onResend: (keptCount: number) => void;
  onDelete: (count: number) => void;
}

/** Filters ingestion errors by their reason, and sends or deletes all that are listed. */
export function ErrorsToolbar(props: ErrorsToolbarProps) {
  const { reasons, reason, onReason, count, keptCount, canWrite, progress, onResend, onDelete } =
    props;
  return (
    <Toolbar
      isDivided
      actions={
        <>
          {progress ? (
            <ProgressBar
              label="Sending spans again"
              words={`${formatExact(progress.done)} of ${formatExact(progress.total)} sent again`}
              {...progress}
            />
          ) : null}
          {canWrite && count > 0 ? (
            <>
              <Button
                variant="default"
                leftSection={<Send size={15} aria-hidden />}
                disabled={keptCount === 0}
                loading={progress !== undefined}
                onClick={() => onResend(keptCount)}
              >
                Send {formatPlural(keptCount, 'span')} again
              </Button>
              <Button
                variant="default"
                leftSection={<Trash2 size={15} aria-hidden />}
                onClick={() => onDelete(count)}
              >
                Delete all…
              </Button>
            </>
          ) : null}
        </>
      }
    >
      <h2 className={classes.title}>Not stored</h2>
      {reasons.length > 0 || reason !== undefined ? (
        <NativeSelect
          aria-label="Reason"
          className={classes.reason}
          value={reason ?? ''}
          data={listReasonChoices(reasons, reason)}
          onChange={({ currentTarget }) => onReason(currentTarget.value || undefined)}
        />
      ) : null}
    </Toolbar>
  );
}

/** A reason that is gone stays in the list while it is chosen. */
function listReasonChoices(
  reasons: readonly { reason: string; count: number }[],
  chosen: string | undefined,
): { value: string; label: string }[] {
  const choices = reasons.map(({ reason, count }) => ({
    value: reason,
    label: `${reason} (${formatExact(count)})`,
  }));
  const isGone = chosen !== undefined && !reasons.some(({ reason }) => reason === chosen);
  return [
    { value: '', label: 'Any reason' },
    ...choices,
    ...(isGone ? [{ value: chosen, label: `${chosen} (0)` }] : []),
  ];
}
