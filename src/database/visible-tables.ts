/**
 * How the rows of a table belong to projects:
 * - `shared`: to none. Everyone may see them, or their feature decides who may.
 * - `within`: to what another row belongs to, through which alone they are read. Not checked again, for
 *   speed.
 * - otherwise to a project, directly or through the row that a column refers to. Rows of new owners must
 *   name what they belong to themselves: a statement does not see its own rows in a list.
 */
export type Belonging = 'shared' | 'within' | { condition: string } | OwnedBy;

/** A row belongs to what a column refers to, or to nothing if that is optional. */
export interface OwnedBy {
  column: string;
  to: Owner;
  isOptional?: true;
}

/** The kinds of rows that a row can belong to, which determine who sees it. */
export type Owner = keyof typeof HIDDEN;

/**
 * SQL of whether a project was in reach when the scope was read. Decides nearly always, and is fast. Servers
 * of the version before do not set it.
 */
export const isKnown = (column: string): string =>
  `coalesce((SELECT nullif(current_setting('spandrel.known_projects', true), '')::int8multirange) @> ${column}, false)`;

/**
 * SQL of the IDs that are out of reach of a limited connection. PostgreSQL finds them once for each
 * statement. `{projects}` is the table, `<projects>` the list of its IDs.
 */
export const HIDDEN = {
  projects: `
    SELECT unnest(current_setting('spandrel.hidden_projects')::bigint[]) AS id
    UNION ALL
    SELECT p.id FROM {projects} p
     WHERE p.parent_id = ANY (current_setting('spandrel.hidden_projects')::bigint[])
    UNION ALL
    SELECT p.id FROM {projects} p
     WHERE current_setting('spandrel.only_projects') <> ''
       AND NOT coalesce(p.parent_id, p.id)
           = ANY (nullif(current_setting('spandrel.only_projects'), '')::bigint[])`,
  datasets: `
    SELECT d.id FROM {datasets} d WHERE d.project_id IN (SELECT id FROM <projects>)
    UNION ALL
    SELECT d.id FROM {datasets} d
     WHERE d.project_id IS NULL AND current_setting('spandrel.only_projects') <> ''`,
  prompts: `
    SELECT p.id FROM {prompts} p WHERE p.project_id IN (SELECT id FROM <projects>)
    UNION ALL
    SELECT p.id FROM {prompts} p
     WHERE p.project_id IS NULL AND current_setting('spandrel.only_projects') <> ''`,
  dataset_versions: `
    SELECT v.id FROM {dataset_versions} v WHERE v.dataset_id IN (SELECT id FROM <datasets>)`,
  experiments: `
    SELECT e.id FROM {experiments} e WHERE e.dataset_id IN (SELECT id FROM <datasets>)`,
  experiment_jobs: `
    SELECT j.id FROM {experiment_jobs} j
     WHERE j.experiment_id IN (SELECT id FROM <experiments>)`,
  annotation_queues: `
    SELECT q.id FROM {annotation_queues} q WHERE q.project_id IN (SELECT id FROM <projects>)`,
  evaluation_rules: `
    SELECT r.id FROM {evaluation_rules} r WHERE r.project_id IN (SELECT id FROM <projects>)`,
  // Those that a hidden project follows. Everyone sees them, but not what they have deleted.
  retention_policies: `
    SELECT coalesce(own.policy_id, (SELECT p.id FROM {retention_policies} p WHERE p.is_default)) AS id
      FROM <projects> hidden
      LEFT JOIN {project_retention_policies} own ON own.project_id = hidden.id`,
  // Made for a dataset, and used by no other that is in reach; or with a prompt that is out of reach.
  // Those that are part of the server are there for everyone, whoever uses them.
  evaluators: `
    SELECT e.id FROM {evaluators} e
     WHERE e.kind <> 'BUILTIN' AND NOT e.is_standalone
       AND e.id IN (SELECT v.evaluator_id FROM {dataset_evaluators} v
                     WHERE v.dataset_id IN (SELECT id FROM <datasets>))
       AND NOT EXISTS (SELECT 1 FROM {dataset_evaluators} v
                        WHERE v.evaluator_id = e.id
                          AND v.dataset_id NOT IN (SELECT id FROM <datasets>))
    UNION ALL
    SELECT e.id FROM {evaluators} e WHERE e.prompt_id IN (SELECT id FROM <prompts>)`,
} as const;

const OF_PROJECT = { column: 'project_id', to: 'projects' } as const;
const OF_DATASET = { column: 'dataset_id', to: 'datasets' } as const;
const OF_EXPERIMENT = { column: 'experiment_id', to: 'experiments' } as const;
const OF_PROMPT = { column: 'prompt_id', to: 'prompts' } as const;
const OF_QUEUE = { column: 'queue_id', to: 'annotation_queues' } as const;
const OF_RULE = { column: 'rule_id', to: 'evaluation_rules' } as const;
const MAYBE_OF_PROJECT = { ...OF_PROJECT, isOptional: true } as const;

/** Every table, so that nobody adds one without deciding who may see its rows. */
export const VISIBLE_TABLES: Record<string, Belonging> = {
  alert_erasures: MAYBE_OF_PROJECT,
  alert_events: OF_PROJECT,
  alert_rules: OF_PROJECT,
  annotation_configs: 'shared',
  annotation_queue_configs: OF_QUEUE,
  annotation_queue_items: OF_QUEUE,
  annotation_queue_reviews: OF_QUEUE,
  annotation_queues: OF_PROJECT,
  api_keys: 'shared',
  audit_events: 'shared',
  breaking_migrations: 'shared',
  changed_quarters: OF_PROJECT,
  code_evaluator_versions: { column: 'evaluator_id', to: 'evaluators' },
  cost_recalculations: OF_PROJECT,
  custom_model_providers: 'shared',
  dashboards: OF_PROJECT,
  dataset_evaluators: OF_DATASET,
  dataset_example_revisions: { column: 'version_id', to: 'dataset_versions' },
  dataset_examples: OF_DATASET,
  dataset_label_assignments: OF_DATASET,
  dataset_labels: 'shared',
  dataset_split_examples: OF_DATASET,
  dataset_splits: 'shared',
  dataset_upload_rows: 'within',
  // Until it is stored, an upload has only the name of its dataset, and maybe the project for it.
  dataset_uploads: {
    condition: `CASE WHEN dataset_id IS NOT NULL THEN dataset_id NOT IN (SELECT id FROM <datasets>)
      ELSE (CASE WHEN project_id IS NOT NULL THEN project_id NOT IN (SELECT id FROM <projects>)
                 ELSE current_setting('spandrel.only_projects') = '' END)
       AND name NOT IN (SELECT d.name FROM {datasets} d WHERE d.id IN (SELECT id FROM <datasets>)) END`,
  },
  dataset_versions: OF_DATASET,
  datasets: MAYBE_OF_PROJECT,
  day_latencies: OF_PROJECT,
  day_rollups: OF_PROJECT,
  document_annotations: OF_PROJECT,
  dropped_minutes: OF_PROJECT,
  dropped_models: OF_PROJECT,
  dropped_tokens: OF_PROJECT,
  dropped_traces: OF_PROJECT,
  dropped_unpriced: OF_PROJECT,
  evaluation_backfills: OF_RULE,
  evaluation_queue: OF_RULE,
  evaluation_rule_days: OF_RULE,
  evaluation_rules: OF_PROJECT,
  evaluators: { column: 'id', to: 'evaluators' },
  experiment_examples: OF_EXPERIMENT,
  experiment_job_logs: { column: 'job_id', to: 'experiment_jobs' },
  experiment_jobs: OF_EXPERIMENT,
  experiment_run_annotations: OF_EXPERIMENT,
  experiment_runs: OF_EXPERIMENT,
  experiment_splits: OF_EXPERIMENT,
  experiment_tags: OF_EXPERIMENT,
  experiments: OF_DATASET,
  exporter_unread_keys: 'within',
  exporters: OF_PROJECT,
  generative_models: 'shared',
  import_cursors: 'shared',
  ingestion_errors: OF_PROJECT,
  kept_spans: OF_PROJECT,
  log_records: OF_PROJECT,
  login_attempts: 'shared',
  login_sessions: 'shared',
  login_tokens: 'shared',
  metric_points: OF_PROJECT,
  migrations: 'shared',
  model_rollups: OF_PROJECT,
  oauth2_authorization_codes: 'shared',
  oauth2_clients: 'shared',
  oauth2_grant_tokens: 'shared',
  oauth2_grants: 'shared',
  oauth2_used_states: 'shared',
  passkey_challenges: 'shared',
  passkey_handles: 'shared',
  passkeys: 'shared',
  password_reset_tokens: 'shared',
  pending_annotations: 'shared',
  project_annotation_configs: OF_PROJECT,
  project_deletions: OF_PROJECT,
  project_masks: OF_PROJECT,
  project_metrics: OF_PROJECT,
  project_retention_policies: OF_PROJECT,
  project_roles: OF_PROJECT,
  project_sessions: OF_PROJECT,
  projects: {
    condition: `${isKnown('id')} OR (
      coalesce(parent_id, id) NOT IN (SELECT id FROM <projects>)
      AND (current_setting('spandrel.only_projects') = '' OR coalesce(parent_id, id)
           IN (SELECT unnest(nullif(current_setting('spandrel.only_projects'), '')::bigint[]))))`,
  },
  prompt_label_assignments: OF_PROMPT,
  prompt_labels: 'shared',
  prompt_version_tags: OF_PROMPT,
  prompt_versions: OF_PROMPT,
  prompts: MAYBE_OF_PROJECT,
  quarter_rollups: OF_PROJECT,
  rate_limits: 'shared',
  received_requests: OF_PROJECT,
  recovery_codes: 'shared',
  retention_policies: 'shared',
  retention_runs: { column: 'policy_id', to: 'retention_policies' },
  sampling_policies: OF_PROJECT,
  sampling_quarters: OF_PROJECT,
  sandbox_configs: 'shared',
  sandbox_providers: 'shared',
  saved_views: OF_PROJECT,
  scim_tokens: 'shared',
  scim_users: 'shared',
  secrets: 'shared',
  session_annotations: OF_PROJECT,
  sign_in_tickets: 'shared',
  span_annotations: OF_PROJECT,
  span_blocks: OF_PROJECT,
  span_cost_details: 'within',
  span_costs: 'within',
  span_payloads: 'within',
  spans: OF_PROJECT,
  storage_warnings: 'shared',
  token_prices: 'shared',
  token_rollups: OF_PROJECT,
  totp_authenticators: 'shared',
  trace_annotations: OF_PROJECT,
  traces: OF_PROJECT,
  undecided_spans: OF_PROJECT,
  unevaluated_spans: OF_PROJECT,
  unindexed_spans: OF_PROJECT,
  unjoined_events: 'shared',
  unpriced_rollups: OF_PROJECT,
  unpriced_spans: 'shared',
  user_group_members: 'shared',
  user_groups: 'shared',
  users: 'shared',
  waiting_annotations: 'shared',
  waiting_events: OF_PROJECT,
  webhook_attempts: 'within',
  webhook_deliveries: MAYBE_OF_PROJECT,
  webhooks: MAYBE_OF_PROJECT,
};
