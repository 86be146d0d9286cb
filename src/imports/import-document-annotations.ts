import type { ImportedAnnotationsService } from '../annotations/imported-annotations.service.js';
import { getOwn, type JsonObject } from '../kernel/json/json.js';
import type { ImportReport } from './import-report.js';
import { readDocumentAnnotation, storeAnnotations } from './phoenix-annotations.js';
import { objectAt, objectsIn, type PhoenixClient, textOrNull } from './phoenix-client.js';

/** Spans in one query. */
const SPANS = 50;

const projectQuery = (id: string) =>
  `{ node(id: ${JSON.stringify(id)}) { ... on Project { documentEvaluationNames } } }`;

const OF_SPAN = `fragment OfSpan on Span {
  spanId
  documentEvaluations {
    name annotatorKind label score explanation metadata identifier source updatedAt
    documentPosition
  }
}`;

interface Tools {
  client: PhoenixClient;
  annotations: ImportedAnnotationsService;
  report: ImportReport;
}

/** Returns whether documents of a project have annotations. Reports if that cannot be known. */
export async function hasDocumentAnnotations(
  { client, report }: Tools,
  project: { id: string; name: string },
): Promise<boolean> {
  try {
    const data = await client.query(projectQuery(project.id));
    const names = getOwn(objectAt(data, 'node'), 'documentEvaluationNames');
    return Array.isArray(names) && names.length > 0;
  } catch (error) {
    report.refuseFor(error, 'annotations of documents, by project', `project ${project.name}`);
    return false;
  }
}

/**
 * Imports the annotations of the documents of stored spans, which only GraphQL shows.
 * @param rows the spans, as REST shows them.
 */
export async function importDocumentAnnotations(
  tools: Tools,
  project: string,
  rows: readonly JsonObject[],
): Promise<void> {
  const ids = rows.filter(mayHaveDocuments).map((row) => textOrNull(getOwn(row, 'id')) ?? '');
  for (let from = 0; from < ids.length; from += SPANS) {
    const chunk = ids.slice(from, from + SPANS);
    try {
      const data = await tools.client.query(toQuery(chunk));
      const read = Object.keys(data).flatMap((key) => readSpan(objectAt(data, key)));
      await storeAnnotations(tools, 'document', read, project);
    } catch (error) {
      const place = `project ${project}, span ${chunk[0]} and those after it`;
      tools.report.refuseFor(error, 'annotations of documents, by span', place, chunk.length);
    }
  }
}

/** Reads the annotations of a span. */
function readSpan(span: JsonObject) {
  const spanId = textOrNull(getOwn(span, 'spanId')) ?? '';
  return objectsIn(getOwn(span, 'documentEvaluations')).map((node) =>
    readDocumentAnnotation(node, spanId),
  );
}

function mayHaveDocuments(row: JsonObject): boolean {
  return Object.keys(objectAt(row, 'attributes')).some((key) =>
    /^(?:retrieval|reranker)\b/.test(key),
  );
}

function toQuery(ids: readonly string[]): string {
  const fields = ids.map((id, at) => `span${at}: node(id: ${JSON.stringify(id)}) { ...OfSpan }`);
  return `{\n${fields.join('\n')}\n}\n${OF_SPAN}`;
}
