import type {
  ImportedAnnotationsService,
  ImportedKind,
} from '../annotations/imported-annotations.service.js';
import { getOwn, type JsonObject } from '../kernel/json/json.js';
import type { CreatedSpan } from '../spans/created-span.js';
import type { SpanImporter } from '../spans/span-importer.js';
import { parseTime } from '../kernel/time/time.js';
import type { ProjectsService } from '../projects/projects.service.js';
import {
  hasDocumentAnnotations,
  importDocumentAnnotations,
} from './import-document-annotations.js';
import type { ImportReport } from './import-report.js';
import { readAnnotation, storeAnnotations } from './phoenix-annotations.js';
import { objectAt, objectsIn, type PhoenixClient, textOrNull } from './phoenix-client.js';
import type { SpanBatches } from './span-batches.js';

const PAGE = 1000;
/** IDs in one request. More could exceed the limit of a proxy for URLs. */
const IDS = 100;
const ANNOTATIONS_PAGE = 1000;
/** Requests for annotations at the same time. */
const LANES = 4;

/** The place at which an import from Phoenix continues. */
export interface PhoenixCursor {
  /** Names of the projects that are done. */
  done: string[];
  /** The project that comes next, and its page of spans to continue with. */
  project: string;
  page: string | null;
}

interface Tools {
  client: PhoenixClient;
  importer: SpanImporter;
  batches: SpanBatches;
  annotations: ImportedAnnotationsService;
  projects: ProjectsService;
  report: ImportReport;
}

/**
 * Imports the spans, sessions and annotations of projects from another server.
 * @param only the name of the only project to import.
 */
export async function importPhoenixProjects(
  tools: Tools,
  only: string | undefined,
  start: PhoenixCursor | null,
): Promise<void> {
  const done = new Set(start?.done);
  const query = { limit: PAGE, include_experiment_projects: 'true' };
  for await (const { rows } of tools.client.pages('/v1/projects', query)) {
    for (const project of rows) {
      const name = textOrNull(getOwn(project, 'name')) ?? '';
      if (done.has(name) || (only !== undefined && name !== only)) continue;
      const page = start?.project === name ? start.page : null;
      await importProject(tools, project, { done: [...done], project: name, page });
      done.add(name);
    }
  }
}

async function importProject(
  tools: Tools,
  project: JsonObject,
  start: PhoenixCursor,
): Promise<void> {
  const { client, importer, batches, projects, report } = tools;
  const name = start.project;
  const id = textOrNull(getOwn(project, 'id')) ?? name;
  const path = `/v1/projects/${encodeURIComponent(id)}`;
  const hasDocuments = await hasDocumentAnnotations(tools, { id, name });
  let cursor = start;
  for await (const { rows, next } of client.pages(`${path}/spans`, { limit: PAGE }, start.page)) {
    const spans: CreatedSpan[] = [];
    for (const row of rows) {
      const span = readSpan(row);
      if (typeof span === 'string') report.refuse('spans', span, placeOf(name, row));
      else spans.push(span);
    }
    // Annotations need their spans. The cursor stays before this page until both are stored.
    await batches.add(importer.convert(spans, name), `project ${name}`, cursor);
    await batches.flush();
    const spanIds = spans.map(({ spanId }) => spanId);
    const traceIds = [...new Set(spans.map(({ traceId }) => traceId))];
    await importAnnotations(tools, { name, path }, 'span', spanIds);
    await importAnnotations(tools, { name, path }, 'trace', traceIds);
    if (hasDocuments) await importDocumentAnnotations(tools, name, rows);
    cursor = { ...start, page: next };
  }
  for await (const { rows } of client.pages(`${path}/sessions`, { limit: PAGE })) {
    const ids = rows.flatMap((row) => textOrNull(getOwn(row, 'session_id')) ?? []);
    await importAnnotations(tools, { name, path }, 'session', ids);
  }
  await describeProject(projects, name, textOrNull(getOwn(project, 'description')));
  report.take('projects', 1);
}

/** Keeps a description that the project has already. */
async function describeProject(
  projects: ProjectsService,
  name: string,
  description: string | null,
): Promise<void> {
  if (description === null) return;
  const project = await projects.findByName(name);
  if (project && !project.description) await projects.update(project, { description });
}

/** Asks about several parts at once, because the other server may be far away. */
async function importAnnotations(
  tools: Tools,
  { name, path }: { name: string; path: string },
  kind: Exclude<ImportedKind, 'document'>,
  ids: readonly string[],
): Promise<void> {
  const importPart = async (from: number): Promise<void> => {
    const query = { [`${kind}_ids`]: ids.slice(from, from + IDS), limit: ANNOTATIONS_PAGE };
    for await (const { rows } of tools.client.pages(`${path}/${kind}_annotations`, query)) {
      const read = rows.map((row) => readAnnotation(row, kind));
      await storeAnnotations(tools, kind, read, name);
    }
  };
  const importLane = async (lane: number): Promise<void> => {
    for (let from = lane * IDS; from < ids.length; from += LANES * IDS) await importPart(from);
  };
  await Promise.all(Array.from({ length: LANES }, (_, lane) => importLane(lane)));
}

/** Returns why a span cannot be read, if it cannot. */
function readSpan(row: JsonObject): CreatedSpan | string {
  const context = objectAt(row, 'context');
  const startTime = timeAt(row, 'start_time');
  const endTime = timeAt(row, 'end_time') ?? startTime;
  if (startTime === null || endTime === null) return 'The span has no start time.';
  return {
    traceId: textOrNull(getOwn(context, 'trace_id')) ?? '',
    spanId: textOrNull(getOwn(context, 'span_id')) ?? '',
    parentId: textOrNull(getOwn(row, 'parent_id')),
    name: textOrNull(getOwn(row, 'name')) ?? '',
    spanKind: textOrNull(getOwn(row, 'span_kind')) ?? 'UNKNOWN',
    startTime,
    endTime,
    statusCode: textOrNull(getOwn(row, 'status_code')) ?? 'UNSET',
    statusMessage: textOrNull(getOwn(row, 'status_message')) ?? '',
    attributes: objectAt(row, 'attributes'),
    events: objectsIn(getOwn(row, 'events')).map((event) => ({
      name: textOrNull(getOwn(event, 'name')) ?? '',
      time: timeAt(event, 'timestamp') ?? startTime,
      attributes: objectAt(event, 'attributes'),
    })),
  };
}

function timeAt(row: JsonObject, name: string): bigint | null {
  return parseTime(textOrNull(getOwn(row, name)) ?? '')?.micros ?? null;
}

function placeOf(project: string, row: JsonObject): string {
  return `project ${project}, span ${textOrNull(getOwn(row, 'id')) ?? 'without an ID'}`;
}
