import { randomBytes } from 'node:crypto';
import { insertRow, type Sql } from './insert.js';

/** A row of `annotation_configs`. */
export interface AnnotationConfigRow {
  id: number;
  name: string;
  type: 'CATEGORICAL' | 'CONTINUOUS' | 'FREEFORM';
  description: string | null;
  optimization_direction: 'MINIMIZE' | 'MAXIMIZE' | 'NONE' | null;
  label_values: { label: string; score: number | null }[] | null;
  lower_bound: number | null;
  upper_bound: number | null;
  threshold: number | null;
  created_at: string;
  updated_at: string;
}

const GOOD_OR_BAD = [
  { label: 'good', score: 1 },
  { label: 'bad', score: 0 },
];

/**
 * Inserts a config and assigns it to the given projects. By default, it has a random name and is
 * categorical, with the labels `good` and `bad`.
 */
export async function anAnnotationConfig(
  database: Sql,
  {
    projects = [],
    ...given
  }: Partial<AnnotationConfigRow> & { projects?: readonly { id: number }[] } = {},
): Promise<AnnotationConfigRow> {
  const { type = 'CATEGORICAL' } = given;
  const values = given.label_values ?? (type === 'CATEGORICAL' ? GOOD_OR_BAD : null);
  const config = await insertRow<AnnotationConfigRow>(database, 'annotation_configs', {
    name: `config-${randomBytes(4).toString('hex')}`,
    type,
    optimization_direction: type === 'FREEFORM' ? null : 'MAXIMIZE',
    ...given,
    label_values: values && JSON.stringify(values),
  });
  await database.sql(
    `INSERT INTO project_annotation_configs (project_id, annotation_config_id)
     SELECT unnest($2::bigint[]), $1`,
    [config.id, projects.map(({ id }) => id)],
  );
  return config;
}
