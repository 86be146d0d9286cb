/** The lists of a project, as the last part of their URLs. */
export const PROJECT_TABS = ['traces', 'spans', 'sessions'] as const;

export type ProjectTab = (typeof PROJECT_TABS)[number];

/** The key under which this browser remembers the last list of a project. */
const getStorageKey = (projectId: string) => `project.${projectId}.tab`;

/** Returns the last list of a project shown in this browser, or traces. */
export function readLastTab(projectId: string): ProjectTab {
  try {
    const stored = localStorage.getItem(getStorageKey(projectId));
    return PROJECT_TABS.find((tab) => tab === stored) ?? 'traces';
  } catch {
    return 'traces';
  }
}

export function rememberTab(projectId: string, tab: ProjectTab): void {
  try {
    localStorage.setItem(getStorageKey(projectId), tab);
  } catch {
    // If storage is full or forbidden, the choice is just not remembered.
  }
}

/**
 * Returns the list that a URL shows, even under an open trace or session: `/projects/<id>/<tab>/…`.
 */
export function findTab(pathname: string): ProjectTab | undefined {
  const segment = /\/projects\/[^/]+\/([^/]+)/.exec(pathname)?.[1];
  return PROJECT_TABS.find((tab) => tab === segment);
}
