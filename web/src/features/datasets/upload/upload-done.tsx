import { Button, Group } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { ButtonLink } from '../components/button-link.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { formatExact } from '../../../lib/format/numbers.js';
import type { UploadOutcome } from './send-upload.js';

interface UploadDoneProps {
  name: string;
  outcome: UploadOutcome;
  onAgain: () => void;
}

/** The changes that an upload made, with a link to the dataset. */
export function UploadDone({ name, outcome, onAgain }: UploadDoneProps) {
  return (
    <EmptyState
      isPage
      icon={CircleCheck}
      title={`Uploaded to ${name}`}
      action={
        <Group gap="xs" justify="center">
          <ButtonLink to="/datasets/$datasetId/examples" params={{ datasetId: outcome.datasetId }}>
            Open dataset
          </ButtonLink>
          <Button variant="default" onClick={onAgain}>
            Upload another file
          </Button>
        </Group>
      }
    >
      {describeCounts(outcome)}
    </EmptyState>
  );
}

/** Describes the changes in a sentence. */
export function describeCounts({ created, updated, deleted }: UploadOutcome): string {
  const counts = [
    [created, 'created'],
    [updated, 'changed'],
    [deleted, 'deleted'],
  ] as const;
  const changed = counts.filter(([count]) => count > 0);
  if (changed.length === 0)
    return 'Nothing has changed. The dataset already contains these examples.';
  const parts = changed.map(([count, what], at) =>
    at === 0
      ? `${formatExact(count)} ${count === 1 ? 'example' : 'examples'} ${what}`
      : `${formatExact(count)} ${what}`,
  );
  return `${parts.join(', ')}.`;
}
