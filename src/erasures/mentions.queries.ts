import type { DatabaseWriter } from '../database/database-writer.js';

/** Something that users of Spandrel wrote, and that names an end user. */
export interface Mention {
  kind: 'alert rule' | 'dashboard' | 'evaluation rule' | 'sampling rules' | 'saved view';
  project: string;
  /** Null for the sampling rules of a project. */
  name: string | null;
}

/** Texts of `m` in which a condition can be, and how it is written there. */
const SOURCES: {
  kind: Mention['kind'];
  table: string;
  text: string;
  as: 'json' | 'text' | 'url';
}[] = [
  { kind: 'alert rule', table: 'alert_rules', text: 'm.condition', as: 'text' },
  { kind: 'dashboard', table: 'dashboards', text: 'm.charts::text', as: 'json' },
  { kind: 'evaluation rule', table: 'evaluation_rules', text: 'm.condition', as: 'text' },
  { kind: 'sampling rules', table: 'sampling_policies', text: 'm.rules::text', as: 'json' },
  { kind: 'saved view', table: 'saved_views', text: 'm.query', as: 'url' },
];

const WRITERS = {
  text: (text: string) => text,
  json: (text: string) => JSON.stringify(text).slice(1, -1),
  url: encodeURIComponent,
};

/** Lists the conditions that name an end user in quotes, by project. Reads all of them, which are few. */
export async function listMentions(database: DatabaseWriter, userId: string): Promise<Mention[]> {
  const mentions: Mention[] = [];
  for (const { kind, table, text, as } of SOURCES) {
    const name = table === 'sampling_policies' ? 'NULL' : 'm.name';
    const quoted = [`'${userId}'`, `"${userId}"`].map(WRITERS[as]);
    const rows = await database.query<Omit<Mention, 'kind'>[]>(
      `SELECT p.name AS project, ${name} AS name FROM ${table} m JOIN projects p ON p.id = m.project_id
        WHERE strpos(${text}, $1) > 0 OR strpos(${text}, $2) > 0 ORDER BY 1, 2`,
      quoted,
    );
    mentions.push(...rows.map((row) => ({ kind, ...row })));
  }
  return mentions;
}
