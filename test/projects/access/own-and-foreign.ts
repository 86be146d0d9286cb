import type { SecuredServer } from '../../support/accounts.js';
import { globalId } from '../../support/global-id.js';
import { aSecretProject, SECRET, type SecretProject } from './secret-project.js';

/** IDs of what a project has. */
export type Ids = SecretProject & Record<'projectName' | 'exampleId' | 'versionId', string>;

/** A project that the caller manages, a private one of others, and one that never existed. */
export interface Twins {
  own: Ids;
  foreign: Ids;
  unknown: Ids;
}

const UNKNOWN = 999_999;

export async function makeTwins(server: SecuredServer): Promise<Twins> {
  const own = await withExample(server, await aSecretProject(server, 'ownteam'), 'ownteam');
  const foreign = await withExample(server, await aSecretProject(server), SECRET);
  const ids = idsOf(foreign).map(([name, id]) => {
    const [, type] = /^([A-Za-z]+):\d+$/.exec(Buffer.from(id, 'base64').toString()) ?? [];
    return [name, type ? globalId(type, UNKNOWN) : 'e'.repeat(id.length)];
  });
  return { own, foreign, unknown: { ...foreign, ...(Object.fromEntries(ids) as Partial<Ids>) } };
}

/** Returns an answer without the IDs of what is named, and of what was made. */
export function withoutIds(answer: string, ids: Ids): string {
  return idsOf(ids)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .reduce((text, [, id]) => text.replaceAll(id, 'ID'), answer)
    .replaceAll(/"id":"[^"]*"/g, '');
}

/** Returns the rows that say what the project of others has. */
export function readForeign(server: SecuredServer): Promise<object[][]> {
  const tables = [
    'spans',
    'traces',
    'span_annotations',
    'trace_annotations',
    'session_annotations',
  ];
  const others = ['dataset_examples', 'experiment_runs', 'prompt_versions', 'kept_spans'];
  return Promise.all(
    [...tables, ...others].map((table) =>
      server.sql(`SELECT t::text FROM ${table} t WHERE t::text ~ $1 ORDER BY 1`, [SECRET]),
    ),
  );
}

async function withExample(
  server: SecuredServer,
  place: SecretProject,
  word: string,
): Promise<Ids> {
  const [row] = await server.sql<{ example: number; version: number }>(
    `SELECT (SELECT min(id) FROM dataset_examples WHERE dataset_id = d.id) AS example,
            (SELECT max(id) FROM dataset_versions WHERE dataset_id = d.id) AS version
       FROM datasets d WHERE d.name = $1`,
    [word],
  );
  return {
    ...place,
    projectName: `${word} app`,
    exampleId: globalId('DatasetExample', row!.example),
    versionId: globalId('DatasetVersion', row!.version),
  };
}

function idsOf(ids: Ids): [string, string][] {
  return Object.entries(ids).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
}
