import type { ReactNode } from 'react';
import { ProjectProvider } from '../../features/project/components/project-context.js';

/** The ID of the project that the factories describe. */
export const PROJECT_ID = 'project-1';

/** That project, where an answer says no more about it. */
export const PROJECT = { __typename: 'Project', id: PROJECT_ID } as const;

/** A part of the pages of a project, with what their frame shares. */
export function InProject({ children }: { children: ReactNode }) {
  return (
    <ProjectProvider
      value={{
        id: PROJECT_ID,
        name: 'support',
        isLive: false,
        version: 0,
        summary: undefined,
        annotations: undefined,
        renderRowActions: () => null,
      }}
    >
      {children}
    </ProjectProvider>
  );
}
