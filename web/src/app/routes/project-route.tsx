import { Button, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import { AnnotateRows } from '../../features/annotations/bulk/annotate-rows.js';
import { AddToQueue } from '../../features/annotations/queues/components/add-to-queue.js';
import { AddSpansButton } from '../../features/datasets/adding/add-to-dataset.js';
import { Onboarding } from '../../features/onboarding/components/onboarding.js';
import type { RowSelection } from '../../features/project/components/project-context.js';
import { ProjectPage } from '../../features/project/routes/project-page.js';

/** A project, which shows how to send its first trace while it has none. */
export function ProjectRoute() {
  return <ProjectPage onboarding={renderOnboarding} renderRowActions={renderRowActions} />;
}

function renderOnboarding(name: string) {
  return <Onboarding projectName={name} title={`Send your first trace to ${name}`} />;
}

function renderRowActions({ projectId, noun, rows, spanIds, isCovered, onDone }: RowSelection) {
  return (
    <>
      {noun === 'trace' ? <CompareButton rows={rows} /> : null}
      <AnnotateRows projectId={projectId} noun={noun} rows={rows} isCovered={isCovered} />
      <AddToQueue projectId={projectId} noun={noun} rows={rows} onDone={onDone} />
      {noun === 'session' ? null : <AddSpansButton spanIds={spanIds} onDone={onDone} />}
    </>
  );
}

/** Compares two selected traces, of which the one further down in the list comes first. */
function CompareButton({ rows }: Pick<RowSelection, 'rows'>) {
  const [second, first, more] = rows;
  const look = {
    variant: 'default',
    size: 'compact-md',
    leftSection: <ArrowLeftRight size={14} aria-hidden />,
  };
  if (!first || !second || more) {
    return (
      <Tooltip label="Select two traces to compare them">
        <Button {...look} data-disabled aria-disabled>
          Compare
        </Button>
      </Tooltip>
    );
  }
  return (
    <Button
      {...look}
      renderRoot={(root) => (
        <Link {...root} to="/compare-traces" search={{ base: first.id, other: second.id }} />
      )}
    >
      Compare
    </Button>
  );
}
