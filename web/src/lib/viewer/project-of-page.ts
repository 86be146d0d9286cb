import { createContext, useContext } from 'react';

/** The project that a part of a page is about, or to which its dataset or prompt belongs. */
export interface ProjectOfPage {
  /** Global ID. */
  id: string;
  isPrivate: boolean;
  /** The permissions of the user in it. */
  viewerRole: 'VIEWER' | 'MEMBER' | 'MANAGER' | null;
}

const ProjectOfPageContext = createContext<ProjectOfPage | null>(null);

/**
 * Makes the role of the user in a project count, instead of the role on the server, in a part of a page;
 * null for a part that is about no project.
 */
export const ProjectOfPageProvider = ProjectOfPageContext.Provider;

/** Returns the project of this part of the page; null outside of projects. */
export function useProjectOfPage(): ProjectOfPage | null {
  return useContext(ProjectOfPageContext);
}
