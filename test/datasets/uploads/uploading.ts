import type { TestServer } from '../../support/server.js';

/** The response to an upload. */
export interface Answer {
  status: number;
  text: string;
  /** `data` from a successful response. */
  data: Record<string, unknown> | undefined;
  headers: Record<string, string>;
}

export interface SentPart {
  name: string;
  body: string | Buffer;
  /** Makes the part a file. */
  fileName?: string;
  headers?: Record<string, string>;
}

const BOUNDARY = '----spandrel-test';

/** Encodes a form as browsers and the published clients do. */
export function encodeForm(parts: SentPart[]): Buffer {
  const pieces = parts.flatMap(({ name, body, fileName, headers = {} }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const lines = [
      `--${BOUNDARY}`,
      `Content-Disposition: form-data; name="${name}"${file}`,
      ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
    ];
    return [Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body as string), CRLF];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const CRLF = Buffer.from('\r\n');
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Sends a body to the endpoint unchanged. */
export async function send(
  server: TestServer,
  body: Buffer | string,
  headers: Record<string, string>,
  query = 'sync=true',
): Promise<Answer> {
  const response = await fetch(`${server.url}/v1/datasets/upload?${query}`, {
    method: 'POST',
    body: body as string,
    headers,
  });
  const text = await response.text();
  const isJson = response.status === 200 && text.startsWith('{');
  return {
    status: response.status,
    text,
    data: isJson ? (JSON.parse(text) as { data: Record<string, unknown> }).data : undefined,
    headers: Object.fromEntries(response.headers),
  };
}

/** Sends an upload as JSON. A string is sent unchanged. */
export function sendJson(server: TestServer, body: unknown, query?: string): Promise<Answer> {
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  return send(server, json, { 'content-type': 'application/json' }, query);
}

export interface GivenForm {
  /** Text fields; a list repeats its field. */
  fields?: Record<string, string | string[]>;
  file?: string | Buffer;
  type?: string;
  encoding?: string;
  fileName?: string;
  isFileFirst?: boolean;
}

/** Returns the parts of a form with a file; `name` is `rows` by default. */
export function formParts(form: GivenForm): SentPart[] {
  const { fields = {}, file, type = 'text/csv', encoding, fileName = 'rows.csv' } = form;
  const texts = Object.entries({ name: 'rows', ...fields }).flatMap(([name, values]) =>
    [values].flat().map((body): SentPart => ({ name, body })),
  );
  if (file === undefined) return texts;
  const headers = { 'Content-Type': type, ...(encoding && { 'Content-Encoding': encoding }) };
  const part = { name: 'file', body: file, fileName, headers };
  return form.isFileFirst ? [part, ...texts] : [...texts, part];
}

/** Sends an upload as a form with a file. */
export function sendForm(server: TestServer, form: GivenForm, query?: string): Promise<Answer> {
  return send(server, encodeForm(formParts(form)), { 'content-type': FORM_TYPE }, query);
}

export interface StoredExample {
  id: string | null;
  /** JSON text exactly as stored. */
  input: string;
  output: string;
  metadata: string;
  splits: string[];
}

/** Returns the live examples of a dataset in order. */
export async function stored(server: TestServer, name = 'rows'): Promise<StoredExample[]> {
  return server.sql<StoredExample>(
    `SELECT e.external_id AS id, r.input::text, r.output::text, r.metadata::text,
            array(SELECT s.name FROM dataset_split_examples m JOIN dataset_splits s ON s.id = m.split_id
                  WHERE m.example_id = e.id AND m.dataset_id = e.dataset_id ORDER BY s.name) AS splits
     FROM dataset_examples e
     JOIN datasets d ON d.id = e.dataset_id
     JOIN dataset_example_revisions r ON r.id = e.revision_id AND r.example_id = e.id
     WHERE d.name = $1 AND e.is_live
     ORDER BY e.id`,
    [name],
  );
}

/** Counts the rows in all tables that an upload writes to. */
export async function countOfEverything(server: TestServer): Promise<number> {
  const [row] = await server.sql<{ count: number }>(
    `SELECT (SELECT count(*) FROM datasets) + (SELECT count(*) FROM dataset_versions) +
            (SELECT count(*) FROM dataset_examples) + (SELECT count(*) FROM dataset_splits) +
            (SELECT count(*) FROM dataset_uploads) + (SELECT count(*) FROM dataset_upload_rows) AS count`,
  );
  return row!.count;
}
