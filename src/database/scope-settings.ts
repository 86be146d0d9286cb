import type { ProjectScope } from '../kernel/http/request-context.js';

/** The settings of a scope that the views of `visible-schema.ts` read. */
export interface ScopeSettings {
  /** Array of the IDs of hidden projects. */
  hidden: string;
  /** Array of the IDs of the only projects in reach; empty for all others than the hidden ones. */
  only: string;
  /** Multirange of IDs that no project out of reach has. */
  known: string;
}

/** Written once for each scope, which can have thousands of projects. */
const written = new WeakMap<ProjectScope, ScopeSettings>();

/** Returns the settings of PostgreSQL that limit a connection to a scope. */
export function writeSettings(scope: ProjectScope): ScopeSettings {
  const known = written.get(scope);
  if (known) return known;
  const settings = {
    hidden: `{${scope.hidden.join(',')}}`,
    only: scope.only ? `{${scope.only.join(',')}}` : '',
    known: `{${findKnown(scope).join(',')}}`,
  };
  written.set(scope, settings);
  return settings;
}

function findKnown({ hidden, only, lastKnown }: ProjectScope): string[] {
  if (only) return only.map((id) => `[${id},${id}]`);
  const ends = [...hidden.filter((id) => id <= lastKnown), lastKnown + 1].toSorted((a, b) => a - b);
  return ends.flatMap((end, index) => {
    const start = index === 0 ? 1 : ends[index - 1]! + 1;
    return start < end ? [`[${start},${end})`] : [];
  });
}
