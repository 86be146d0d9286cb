import { Button } from '@mantine/core';
import { MessageSquarePlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { AnnotationValue } from '../../../components/annotations/annotation-value.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { useViewer } from '../../../lib/viewer/viewer.js';

const loadDialog = () => import('./annotate-rows-dialog.js');
const AnnotateRowsDialog = lazy(() =>
  loadDialog().then((module) => ({ default: module.AnnotateRowsDialog })),
);

/** A selected span, trace or session. */
export interface AnnotatedRow {
  /** Global ID. */
  id: string;
  name: string;
  annotations: readonly AnnotationValue[];
}

export interface AnnotateRowsProps {
  projectId: string;
  /** The kind of the rows, such as `span`. */
  noun: string;
  rows: readonly AnnotatedRow[];
  /** Whether a panel over the list has the keys. */
  isCovered: boolean;
}

/** Annotates the selected rows of a list at once. Hidden from viewers. `e` opens the dialog. */
export function AnnotateRows(props: AnnotateRowsProps) {
  const { can } = useViewer();
  const [isOpen, setIsOpen] = useState(false);
  const [undo, setUndo] = useState<() => void>();
  useKeys({
    e: can.write && !props.isCovered ? () => setIsOpen(true) : undefined,
    u: props.isCovered ? undefined : undo,
  });
  if (!can.write) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<MessageSquarePlus size={14} aria-hidden />}
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
        onClick={() => setIsOpen(true)}
      >
        Annotate…
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <AnnotateRowsDialog
            {...props}
            onClose={() => setIsOpen(false)}
            onUndoChange={(next) => setUndo(() => next)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
