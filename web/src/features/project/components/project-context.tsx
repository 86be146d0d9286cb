import { createContext, type ReactNode, useContext } from 'react';
import type { ProjectSummary } from '../api/project-summary.js';

/** What the lists of a project share. */
export interface ProjectScope {
  id: string;
  name: string;
  isLive: boolean;
  /** Grows by one whenever something new was stored. */
  version: number;
  summary: ProjectSummary | undefined;
  spanActions: SpanActions;
}

/** What can be done with spans that are selected, by their ids; told when it is done. */
export type SpanActions = (spanIds: readonly string[], onDone: () => void) => ReactNode;

const ProjectContext = createContext<ProjectScope | undefined>(undefined);

export const ProjectProvider = ProjectContext.Provider;

/** The project whose page this is. */
export function useProject(): ProjectScope {
  const project = useContext(ProjectContext);
  if (!project) throw new Error('useProject needs the page of a project above it');
  return project;
}
