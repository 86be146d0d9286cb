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
      <AnnotateRows projectId={projectId} noun={noun} rows={rows} isCovered={isCovered} />
      <AddToQueue projectId={projectId} noun={noun} rows={rows} onDone={onDone} />
      {noun === 'session' ? null : <AddSpansButton spanIds={spanIds} onDone={onDone} />}
    </>
  );
}
