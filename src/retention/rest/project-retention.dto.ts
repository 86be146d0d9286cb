/** The policy of one project. */
export class ProjectRetentionItem {
  /** Global ID. */
  project_id: string;

  /** Global ID; null for the default policy. */
  policy_id: string | null;
}

/** Which policy a project follows now. */
export class ProjectRetentionAnswer {
  data: ProjectRetentionItem;
}
