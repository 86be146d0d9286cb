import { buildServerUrl } from '../../../lib/page/base-url.js';
import { serverFetch } from '../../../lib/session/server-fetch.js';
import {
  isObject,
  parseExactJson,
  printExactJson,
  type Json,
} from '../../../lib/json/exact-json.js';

/** The maximum number of spans per request. */
const pageSize = 1000;

/**
 * Reads all spans of a trace in full from the REST API, page by page, as the JSON text of a list.
 * Throws if the server refuses a page.
 */
export async function readTraceAsJson(
  projectId: string,
  traceId: string,
  signal?: AbortSignal,
): Promise<string> {
  const spans: Json[] = [];
  let cursor: string | null = null;
  do {
    const parameters = new URLSearchParams({ trace_id: traceId, limit: String(pageSize) });
    if (cursor) parameters.set('cursor', cursor);
    const path = `v1/projects/${encodeURIComponent(projectId)}/spans?${parameters}`;
    const response = await serverFetch(buildServerUrl(path), { signal });
    if (!response.ok) throw new Error(`The server responded with status ${response.status}.`);
    const page = parseExactJson(await response.text());
    const { data, next_cursor: next } = isObject(page) ? page : {};
    if (Array.isArray(data)) spans.push(...data);
    cursor = typeof next === 'string' ? next : null;
  } while (cursor);
  return printExactJson(spans);
}

/** Saves a text as a file. */
export function saveAsFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
