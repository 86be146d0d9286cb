import { Onboarding } from '../../features/onboarding/components/onboarding.js';
import { ProjectsPage } from '../../features/projects/routes/projects-page.js';

/** The list of projects, with the way to a first trace while there is none. */
export function ProjectsRoute() {
  return (
    <ProjectsPage
      firstRun={<Onboarding projectName="my-app" title="Send a first trace to Spandrel" withDemo />}
    />
  );
}
