import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { DatabaseZap } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { preloadJsonEditor } from '../../../components/json-editor/json-editor.js';
import { useViewer } from '../../../lib/viewer/viewer.js';

const loadForSpan = () => import('./add-span-dialog.js');
const loadForSpans = () => import('./add-spans-dialog.js');

const AddSpanDialog = lazy(() => loadForSpan().then((m) => ({ default: m.AddSpanDialog })));
const AddSpansDialog = lazy(() => loadForSpans().then((m) => ({ default: m.AddSpansDialog })));

interface AddSpansButtonProps {
  /** Global IDs. */
  spanIds: readonly string[];
  onDone: () => void;
}

/** Adds the selected spans of a list to a dataset. Hidden from viewers. */
export function AddSpansButton({ spanIds, onDone }: AddSpansButtonProps) {
  const { can } = useViewer();
  const [isOpen, { open, close }] = useDisclosure();
  if (!can.write) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<DatabaseZap size={14} aria-hidden />}
        disabled={spanIds.length === 0}
        onPointerEnter={() => void loadForSpans().catch(() => undefined)}
        onClick={open}
      >
        Add to dataset…
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <AddSpansDialog spanIds={spanIds} onClose={close} onAdded={onDone} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Adds one span to a dataset. The user can edit the example first. */
export function AddSpanButton({ spanId }: { spanId: string }) {
  const { can } = useViewer();
  const [isOpen, { open, close }] = useDisclosure();
  if (!can.write) return null;
  return (
    <>
      <Tooltip label="Add to dataset">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Add to dataset"
          onPointerEnter={() => {
            void loadForSpan().catch(() => undefined);
            preloadJsonEditor();
          }}
          onClick={open}
        >
          <DatabaseZap size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {isOpen ? (
        <Suspense fallback={null}>
          <AddSpanDialog spanId={spanId} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
