import { Onboarding } from '../../features/onboarding/components/onboarding.js';
import { ProjectsPage } from '../../features/project-list/routes/projects-page.js';

/** The list of projects, which shows how to send the first trace while there is none. */
export function ProjectsRoute() {
  return (
    <ProjectsPage
      firstRun={
        <Onboarding projectName="my-app" title="Send your first trace to Spandrel" withDemo />
      }
    />
  );
}
