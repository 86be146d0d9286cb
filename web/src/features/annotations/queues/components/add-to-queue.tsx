import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ClipboardPlus } from 'lucide-react';
import { createLazyDialog } from '../../../../components/dialogs/lazy-dialog.js';
import { useViewer } from '../../../../lib/viewer/viewer.js';
import type { QueueTarget } from '../api/queues.js';
import type { AddToQueueDialogProps } from './add-to-queue-dialog.js';

const TARGETS = { span: 'SPAN', trace: 'TRACE', session: 'SESSION' } as const;

const { Dialog, preload } = createLazyDialog<AddToQueueDialogProps>(
  () => import('./add-to-queue-dialog.js').then(({ AddToQueueDialog }) => AddToQueueDialog),
  ({ opened }) => opened,
);

interface AddToQueueProps {
  projectId: string;
  noun: keyof typeof TARGETS;
  rows: readonly { id: string }[];
  onDone: () => void;
}

/** Adds the selected rows of a list to a review queue. Hidden from viewers. */
export function AddToQueue({ projectId, noun, rows, onDone }: AddToQueueProps) {
  const { can } = useViewer();
  const [isOpen, { open, close }] = useDisclosure();
  const target: QueueTarget = TARGETS[noun];
  if (!can.write) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<ClipboardPlus size={14} aria-hidden />}
        onPointerEnter={preload}
        onClick={open}
      >
        Add to review queue…
      </Button>
      <Dialog
        opened={isOpen}
        projectId={projectId}
        target={target}
        targetIds={rows.map(({ id }) => id)}
        onClose={close}
        onAdded={onDone}
      />
    </>
  );
}
