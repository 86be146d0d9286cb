/** What PostgreSQL takes of a name, less what is added to this one. */
const MAX_LENGTH = 40;

/** The schema that holds the tables of jobs: beside that of the other tables, and named after it. */
export function jobsSchema(databaseSchema: string | undefined): string {
  const name = (databaseSchema ?? 'public').replaceAll('$', '_').slice(0, MAX_LENGTH);
  return `${name}_jobs`;
}
