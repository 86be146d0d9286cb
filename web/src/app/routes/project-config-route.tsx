import { ProjectConfigs } from '../../features/annotations/configs/components/project-configs.js';
import { ConfigPage } from '../../features/project/routes/config-page.js';

/** The settings of a project, with its annotation configs. */
export function ProjectConfigRoute() {
  return <ConfigPage annotationConfigs={renderAnnotationConfigs} />;
}

function renderAnnotationConfigs(projectId: string) {
  return <ProjectConfigs projectId={projectId} />;
}
