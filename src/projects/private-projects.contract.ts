/** SQL of whether a project, or the one that it belongs to, is private. False for none and for a deleted one. */
export function isPrivate(projectId: string): string {
  return `EXISTS (
    SELECT FROM projects p LEFT JOIN projects owner ON owner.id = p.parent_id
     WHERE p.id = ${projectId} AND coalesce(owner.is_private, p.is_private))`;
}
