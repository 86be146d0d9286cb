import { UnprocessableError } from '../kernel/errors/errors.js';
import { SqlWhere } from '../kernel/sql/sql-where.js';
import type { TimeRange } from '../kernel/time/time.js';
import { isStorable } from '../kernel/validation/storable.js';
import type { AnnotatorKind } from './annotator-kind.contract.js';
import { type AnnotationTarget, isSameKey } from './annotation-target.js';

/** Selects the annotations of a project's targets. At least one of the first two is required. */
export interface AnnotationSelection {
  /** The IDs of the targets, as their senders chose them. */
  targetKeys?: readonly string[];
  identifiers?: readonly string[];
  includeNames?: readonly string[];
  excludeNames?: readonly string[];
}

/** Selects annotations to delete. All conditions must match. */
export interface AnnotationDeletion {
  name?: string;
  identifier?: string;
  annotatorKind?: AnnotatorKind;
  /** When the annotations were created. */
  createdAt?: TimeRange;
  /** When the spans, traces or sessions began. */
  targetStart?: TimeRange;
}

/** How many targets or identifiers a list accepts. */
const MAX_SELECTED = 1000;

/**
 * Checks a selection before its project is looked up.
 * @throws UnprocessableError if it names neither targets nor identifiers, or too many.
 */
export function assertSelective(
  { noun }: AnnotationTarget,
  { targetKeys, identifiers }: AnnotationSelection,
): void {
  if (!targetKeys && !identifiers) {
    throw new UnprocessableError(`${noun}_ids or identifier is required.`);
  }
  for (const [name, texts] of Object.entries({
    [`${noun}_ids`]: targetKeys,
    identifier: identifiers,
  })) {
    const count = new Set(texts).size;
    if (count > MAX_SELECTED) {
      throw new UnprocessableError(
        `${name} has ${count} different values. The maximum is ${MAX_SELECTED}.`,
      );
    }
  }
}

/** Returns the conditions on `a` that a selection sets. Texts that cannot be stored match nothing. */
export function toSelectionWhere(
  target: AnnotationTarget,
  projectId: number,
  { targetKeys, identifiers, includeNames, excludeNames }: AnnotationSelection,
): SqlWhere {
  const where = new SqlWhere().andEqual('a.project_id', projectId);
  const bindTexts = (texts: readonly string[]) => where.bind(texts.filter(isStorable));
  if (targetKeys) addTargets(where, target, { keys: targetKeys, projectId });
  if (identifiers) {
    // The index of identifiers leaves out empty ones, so the query must, too.
    where.and(`a.identifier <> '' AND a.identifier = ANY(${bindTexts(identifiers)})`);
  }
  if (includeNames) where.and(`a.name = ANY(${bindTexts(includeNames)})`);
  if (excludeNames) where.and(`a.name <> ALL(${bindTexts(excludeNames)})`);
  return where;
}

/** Returns the conditions on `a` that a deletion sets. */
export function toDeletionWhere(
  target: AnnotationTarget,
  projectId: number,
  { name, identifier, annotatorKind, createdAt, targetStart }: AnnotationDeletion,
): SqlWhere {
  const where = new SqlWhere()
    .andEqual('a.project_id', projectId)
    .andEqual('a.name', name)
    .andEqual('a.identifier', identifier)
    .andEqual('a.annotator_kind', annotatorKind)
    .andBetween('a.created_at', createdAt?.start, createdAt?.end);
  if (targetStart?.start || targetStart?.end) addTargetStart(where, target, targetStart);
  return where;
}

/** Adds the condition that annotations are of targets with one of the IDs that senders chose. */
function addTargets(
  where: SqlWhere,
  { targets }: AnnotationTarget,
  { keys, projectId }: { keys: readonly string[]; projectId: number },
): void {
  const distinct = [...new Set(keys)].filter(isStorable);
  const selected = `${targets.senderKey} = ANY(${where.bind(distinct)})`;
  if (targets.table !== 'spans') {
    where.and(`a.${selected}`);
    return;
  }
  const columns = targets.keys.join(', ');
  where.and(
    `(${columns}) IN (SELECT ${columns} FROM ${targets.table} s
      WHERE s.${selected} AND s.project_id = ${where.bind(projectId)})`,
  );
}

/** Adds the condition that targets began in a range. */
function addTargetStart(
  where: SqlWhere,
  { targets, hasStartTime }: AnnotationTarget,
  { start, end }: TimeRange,
): void {
  if (hasStartTime) {
    where.andBetween('a.start_time', start, end);
    return;
  }
  const began = new SqlWhere(where.parameters)
    .and(isSameKey(targets.keys, 's', 'a'))
    .andBetween('s.start_time', start, end);
  where.and(`EXISTS (SELECT FROM ${targets.table} s ${began.toString()})`);
}
