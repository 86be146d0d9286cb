import { ProjectConfigs } from '../../features/annotations/configs/components/project-configs.js';
import { ConfigPage } from '../../features/project/routes/config-page.js';
import { ProjectRetention } from '../../features/retention/components/project-retention.js';

/** The settings of a project, with its annotation configs and its retention policy. */
export function ProjectConfigRoute() {
  return <ConfigPage annotationConfigs={renderAnnotationConfigs} retention={renderRetention} />;
}

function renderAnnotationConfigs(projectId: string) {
  return <ProjectConfigs projectId={projectId} />;
}

function renderRetention(projectId: string) {
  return <ProjectRetention projectId={projectId} />;
}
