import { ProjectConfigs } from '../../features/annotations/configs/components/project-configs.js';
import { ProjectMasking } from '../../features/masking/components/project-masking.js';
import { ProjectAccess } from '../../features/project-access/components/project-access.js';
import { ConfigPage } from '../../features/project/routes/config-page.js';
import { ProjectRetention } from '../../features/retention/components/project-retention.js';

/** The settings of a project, with its annotation configs, its retention policy, its masks and its roles. */
export function ProjectConfigRoute() {
  return (
    <ConfigPage
      annotationConfigs={renderAnnotationConfigs}
      retention={renderRetention}
      masking={renderMasking}
      access={renderAccess}
    />
  );
}

function renderAnnotationConfigs(projectId: string) {
  return <ProjectConfigs projectId={projectId} />;
}

function renderRetention(projectId: string) {
  return <ProjectRetention projectId={projectId} />;
}

function renderMasking(projectId: string) {
  return <ProjectMasking projectId={projectId} />;
}

function renderAccess(projectId: string) {
  return <ProjectAccess projectId={projectId} />;
}
