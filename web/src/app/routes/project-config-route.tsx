import { ProjectConfigs } from '../../features/annotations/configs/components/project-configs.js';
import { ProjectMasking } from '../../features/masking/components/project-masking.js';
import { ProjectAccess } from '../../features/project-access/components/project-access.js';
import { ConfigPage } from '../../features/project/routes/config-page.js';
import { ProjectSampling } from '../../features/sampling/components/project-sampling.js';
import { ProjectRetention } from '../../features/retention/components/project-retention.js';

/** The settings of a project: annotation configs, retention policy, sampling, masks and roles. */
export function ProjectConfigRoute() {
  return (
    <ConfigPage
      annotationConfigs={renderAnnotationConfigs}
      retention={renderRetention}
      sampling={renderSampling}
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

function renderSampling(projectId: string) {
  return <ProjectSampling projectId={projectId} />;
}

function renderMasking(projectId: string) {
  return <ProjectMasking projectId={projectId} />;
}

function renderAccess(projectId: string) {
  return <ProjectAccess projectId={projectId} />;
}
