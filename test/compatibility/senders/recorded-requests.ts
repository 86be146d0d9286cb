import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const FOLDER = new URL('./', import.meta.url);

/** Reads the requests of a framework in their order, in the project of its name, with IDs of their own. */
export async function readRequests(folder: string): Promise<{ path: string; body: object }[]> {
  const place = new URL(`${folder}/`, FOLDER);
  const files = (await readdir(place)).filter((name) => name.endsWith('.json')).toSorted();
  const ids = new Map<string, string>();
  const requests = files.map(async (name) => {
    const text = await readFile(new URL(name, place), 'utf8');
    const body = JSON.parse(text, (key, value: unknown) =>
      key === 'resource' ? inProject(value as Resource, folder) : withOwnId(key, value, ids),
    ) as object;
    return { path: `/v1/${name.replace(/^\d+-(\w+)\.json$/, '$1')}`, body };
  });
  return Promise.all(requests);
}

interface Resource {
  attributes?: { key: string; value: object }[];
}

function inProject({ attributes = [] }: Resource, project: string): Resource {
  const key = 'openinference.project.name';
  const others = attributes.filter((attribute) => attribute.key !== key);
  return { attributes: [...others, { key, value: { stringValue: project } }] };
}

/** A random ID in place of a recorded one, the same for the same. */
function withOwnId(key: string, value: unknown, ids: Map<string, string>): unknown {
  if (!/^(traceId|spanId|parentSpanId)$/.test(key) || typeof value !== 'string' || value === '') {
    return value;
  }
  const id = ids.get(value) ?? randomBytes(value.length / 2).toString('hex');
  ids.set(value, id);
  return id;
}
