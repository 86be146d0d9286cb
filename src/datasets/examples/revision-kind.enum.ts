/** What a revision did to its example. */
export enum RevisionKind {
  CREATE = 'CREATE',
  PATCH = 'PATCH',
  DELETE = 'DELETE',
}
