import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FlaskRound } from 'lucide-react';
import { AddSpanButton } from '../../features/datasets/adding/add-to-dataset.js';
import { useViewer } from '../../lib/viewer/viewer.js';

/** The actions for an open span. */
export function renderSpanActions({ id, spanKind }: { id: string; spanKind: string }) {
  return (
    <>
      {spanKind === 'llm' ? <TrySpanButton spanId={id} /> : null}
      <AddSpanButton spanId={id} />
    </>
  );
}

/** Opens a model call in the playground. Hidden from viewers, who cannot run it. */
function TrySpanButton({ spanId }: { spanId: string }) {
  const { canOnServer } = useViewer();
  if (!canOnServer.write) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<FlaskRound size={14} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/playground/spans/$spanId" params={{ spanId }} />}
    >
      Try again
    </Button>
  );
}
