import type { ProjectScope } from '../../kernel/http/request-context.js';

/**
 * SQL of whether a project `p` is out of reach: with the projects that belong to it, it is one of some
 * projects, or not one of them.
 * @param ids SQL of their row IDs.
 * @param areOpen SQL of whether only these are in reach, and not all but these.
 */
export function isClosed(ids: string, areOpen: string): string {
  return `((p.id = ANY (${ids}) OR coalesce(p.parent_id = ANY (${ids}), false)) <> ${areOpen})`;
}

/** The two parameters of `isClosed`. */
export function closedBy({ hidden, only }: ProjectScope): [readonly number[], boolean] {
  return [only ?? hidden, only !== null];
}
