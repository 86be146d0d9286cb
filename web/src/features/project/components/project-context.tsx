import { createContext, type ReactNode, useContext } from 'react';
import type { AnnotationSummaries } from '../api/annotation-summaries.js';
import type { ProjectSummary } from '../api/project-summary.js';

/** The state that the lists of a project share. */
export interface ProjectScope {
  id: string;
  name: string;
  isLive: boolean;
  /** Incremented whenever new data has been stored. */
  version: number;
  summary: ProjectSummary | undefined;
  annotations: AnnotationSummaries | undefined;
  spanActions: SpanActions;
}

/** Renders the actions for the selected spans. Calls `onDone` after an action. */
export type SpanActions = (spanIds: readonly string[], onDone: () => void) => ReactNode;

const ProjectContext = createContext<ProjectScope | undefined>(undefined);

export const ProjectProvider = ProjectContext.Provider;

/** Returns the project of this page. */
export function useProject(): ProjectScope {
  const project = useContext(ProjectContext);
  if (!project) throw new Error('useProject must be used inside ProjectContext');
  return project;
}
