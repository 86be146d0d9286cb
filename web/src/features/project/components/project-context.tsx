import { createContext, type ReactNode, useContext } from 'react';
import type { AnnotationValue } from '../../../components/annotations/annotation-value.js';
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
  renderRowActions: RenderRowActions;
}

/** The selected rows of a list. */
export interface RowSelection {
  projectId: string;
  noun: 'span' | 'trace' | 'session';
  rows: readonly {
    /** Global ID. */
    id: string;
    name: string;
    /** Those of the row itself. */
    annotations: readonly AnnotationValue[];
  }[];
  /** Global IDs of the selected spans, and of the root spans of selected traces. */
  spanIds: readonly string[];
  /** Whether a panel over the list has the keys. */
  isCovered: boolean;
  /** Called after an action that leaves nothing else to do with the rows. */
  onDone: () => void;
}

/** Renders the actions for the selected rows of a list. */
export type RenderRowActions = (selection: RowSelection) => ReactNode;

const ProjectContext = createContext<ProjectScope | undefined>(undefined);

export const ProjectProvider = ProjectContext.Provider;

/** Returns the project of this page. */
export function useProject(): ProjectScope {
  const project = useContext(ProjectContext);
  if (!project) throw new Error('useProject must be used inside ProjectContext');
  return project;
}
