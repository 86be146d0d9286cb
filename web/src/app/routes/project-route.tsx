import { AddSpansButton } from '../../features/datasets/adding/add-to-dataset.js';
import { Onboarding } from '../../features/onboarding/components/onboarding.js';
import { ProjectPage } from '../../features/project/routes/project-page.js';

/** A project, which shows how to send its first trace while it has none. */
export function ProjectRoute() {
  return <ProjectPage onboarding={renderOnboarding} spanActions={renderSpanActions} />;
}

function renderOnboarding(name: string) {
  return <Onboarding projectName={name} title={`Send your first trace to ${name}`} />;
}

function renderSpanActions(spanIds: readonly string[], onDone: () => void) {
  return <AddSpansButton spanIds={spanIds} onDone={onDone} />;
}
