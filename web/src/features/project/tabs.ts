/** The lists of a project, as the last part of their address. */
export const PROJECT_TABS = ['traces', 'spans', 'sessions'] as const;

export type ProjectTab = (typeof PROJECT_TABS)[number];

/** Where this browser keeps which list of a project was looked at last. */
const storageKey = (projectId: string) => `project.${projectId}.tab`;

/** The list of a project looked at last in this browser; its traces at first. */
export function lastTab(projectId: string): ProjectTab {
  try {
    const stored = localStorage.getItem(storageKey(projectId));
    return PROJECT_TABS.find((tab) => tab === stored) ?? 'traces';
  } catch {
    return 'traces';
  }
}

export function rememberTab(projectId: string, tab: ProjectTab): void {
  try {
    localStorage.setItem(storageKey(projectId), tab);
  } catch {
    // A full or forbidden storage costs only the memory of the choice.
  }
}

/** The list an address shows, also under an open trace or session: `/projects/<id>/<tab>/…`. */
export function tabOf(pathname: string): ProjectTab | undefined {
  const segment = /\/projects\/[^/]+\/([^/]+)/.exec(pathname)?.[1];
  return PROJECT_TABS.find((tab) => tab === segment);
}
