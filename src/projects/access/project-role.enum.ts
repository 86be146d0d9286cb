/** The roles of users in a project. A manager also decides on its settings and on who may see it. */
export enum ProjectRole {
  VIEWER = 'VIEWER',
  MEMBER = 'MEMBER',
  MANAGER = 'MANAGER',
}
