import { Skeleton } from '@mantine/core';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { getRoleLabel } from '../../../lib/viewer/permissions.js';
import { ProjectVisibilityQuery, type VisibleProject } from '../api/project-access.js';
import { ProjectRoles } from './project-roles.js';
import classes from './project-access.module.css';

/** Who can see and change a project. Its managers decide. */
export function ProjectAccess({ projectId }: { projectId: string }) {
  const { data, error, reload } = useGraphqlQuery(
    ProjectVisibilityQuery,
    { id: projectId },
    { enabled: pageConfig.authenticationEnabled },
  );
  if (!pageConfig.authenticationEnabled) {
    return (
      <p className={classes.words}>
        Authentication is off on this server, so everyone who reaches it can see and change this
        project. Turn it on to choose who can.
      </p>
    );
  }
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data || data.node.__typename !== 'Project') return <Skeleton height={120} />;
  const project = data.node;
  return project.viewerRole === 'MANAGER' ? (
    <ProjectRoles project={project} />
  ) : (
    <OwnRole project={project} />
  );
}

function OwnRole({ project: { isPrivate, viewerRole } }: { project: VisibleProject }) {
  return (
    <p className={classes.words}>
      {isPrivate
        ? 'This project is private: only people with a role in it and administrators can see it.'
        : 'Everyone who can sign in to this server can see this project.'}{' '}
      {viewerRole ? (
        <>
          Your role here is <b>{getRoleLabel(viewerRole)}</b>.{' '}
        </>
      ) : null}
      To change who can see it or what you may do, ask a manager of the project or an administrator.
    </p>
  );
}
