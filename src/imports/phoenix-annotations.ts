import { ANNOTATOR_KINDS } from '../annotations/annotator-kind.contract.js';
import type {
  ImportedAnnotation,
  ImportedAnnotationsService,
  ImportedKind,
} from '../annotations/imported-annotations.service.js';
import { getOwn, type JsonObject, type JsonValue } from '../kernel/json/json.js';
import type { ImportReport } from './import-report.js';
import { numberOrNull, objectAt, textOrNull, timeOrNull } from './phoenix-client.js';

/**
 * Stores annotations, and reports those that cannot be stored.
 * @param project its name.
 */
export async function storeAnnotations(
  { annotations, report }: { annotations: ImportedAnnotationsService; report: ImportReport },
  kind: ImportedKind,
  read: readonly ImportedAnnotation[],
  project: string,
): Promise<void> {
  if (read.length === 0) return;
  const { stored, refused } = await annotations.store(kind, read, project);
  report.take('annotations', stored);
  for (const { annotation, reason } of refused) {
    const { name, documentPosition, targetKey } = annotation;
    const target = kind === 'document' ? `document ${documentPosition} of span` : kind;
    report.refuse('annotations', reason, `"${name}" of ${target} ${targetKey}`);
  }
}

/** Reads an annotation as REST shows it. */
export function readAnnotation(
  row: JsonObject,
  kind: Exclude<ImportedKind, 'document'>,
): ImportedAnnotation {
  return {
    ...readJudgment(objectAt(row, 'result'), row),
    targetKey: textOrNull(getOwn(row, `${kind}_id`)) ?? '',
    annotatorKind: readAnnotatorKind(getOwn(row, 'annotator_kind')),
    changedAt: timeOrNull(getOwn(row, 'updated_at')),
  };
}

/** Reads an annotation of a document as GraphQL shows it. */
export function readDocumentAnnotation(node: JsonObject, spanId: string): ImportedAnnotation {
  return {
    ...readJudgment(node, node),
    targetKey: spanId,
    annotatorKind: readAnnotatorKind(getOwn(node, 'annotatorKind')),
    changedAt: timeOrNull(getOwn(node, 'updatedAt')),
    documentPosition: numberOrNull(getOwn(node, 'documentPosition')) ?? 0,
  };
}

function readJudgment(result: JsonObject, row: JsonObject) {
  const source = getOwn(row, 'source') === 'APP' ? ('APP' as const) : ('API' as const);
  return {
    source,
    name: textOrNull(getOwn(row, 'name')) ?? '',
    label: textOrNull(getOwn(result, 'label')),
    score: numberOrNull(getOwn(result, 'score')),
    explanation: textOrNull(getOwn(result, 'explanation')),
    metadata: objectAt(row, 'metadata'),
    identifier: textOrNull(getOwn(row, 'identifier')),
  };
}

function readAnnotatorKind(kind: JsonValue | undefined): ImportedAnnotation['annotatorKind'] {
  return ANNOTATOR_KINDS.find((known) => known === kind) ?? 'CODE';
}
