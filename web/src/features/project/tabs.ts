/** The lists of a project, as the last part of their URLs. */
export const PROJECT_TABS = ['traces', 'spans', 'sessions'] as const;

export type ProjectTab = (typeof PROJECT_TABS)[number];

/** The tabs that show the data of a time range. */
const DATA_TABS = [...PROJECT_TABS, 'metrics', 'dashboards'] as const;

export type DataTab = (typeof DATA_TABS)[number];

/** The key under which this browser remembers the last tab of a project. */
const getStorageKey = (projectId: string) => `project.${projectId}.tab`;

/** Returns the last tab with data of a project shown in this browser, or traces. */
export function readLastTab(projectId: string): DataTab {
  try {
    const stored = localStorage.getItem(getStorageKey(projectId));
    return DATA_TABS.find((tab) => tab === stored) ?? 'traces';
  } catch {
    return 'traces';
  }
}

export function rememberTab(projectId: string, tab: DataTab): void {
  try {
    localStorage.setItem(getStorageKey(projectId), tab);
  } catch {
    // If storage is full or forbidden, the choice is just not remembered.
  }
}

/**
 * Returns the tab with data that a URL shows, even under an open trace or session:
 * `/projects/<id>/<tab>/…`.
 */
export function findTab(pathname: string): DataTab | undefined {
  const segment = /\/projects\/[^/]+\/([^/]+)/.exec(pathname)?.[1];
  return DATA_TABS.find((tab) => tab === segment);
}

/** Returns the tab if it is a list. */
export function toList(tab: DataTab | undefined): ProjectTab | undefined {
  return PROJECT_TABS.find((list) => list === tab);
}
