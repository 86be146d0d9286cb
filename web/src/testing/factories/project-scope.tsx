import type { ReactNode } from 'react';
import { ProjectProvider } from '../../features/project/components/project-context.js';

export const PROJECT_ID = 'project-1';

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
