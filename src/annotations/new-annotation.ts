import { randomUUID } from 'node:crypto';
import type { Identity } from '../kernel/access/access.js';
import { toGlobalId } from '../kernel/ids/global-id.js';
import { cleanText } from '../kernel/json/clean-json.js';
import type { JsonObject } from '../kernel/json/json.js';
import { payloadText } from '../kernel/json/payload-text.js';
import { AnnotationSource } from './annotation.enum.js';
import type { AnnotatorKind } from './annotator-kind.contract.js';
import type { AnnotationTarget } from './annotation-target.js';

/** A judgment of a target: its name, values and source. Absent and null mean the same. */
export interface AnnotationContent {
  name: string;
  annotatorKind: AnnotatorKind;
  label?: string | null;
  score?: number | null;
  /** The text, if it is a note. */
  explanation?: string | null;
  metadata?: JsonObject | null;
  identifier?: string | null;
  /** Index of the document, from 0. */
  documentPosition?: number;
}

/** A judgment of the target with the ID that its sender chose. */
export interface SentAnnotation extends AnnotationContent {
  targetKey: string;
}

/** A judgment of the target with a global ID. */
export interface TargetedAnnotation extends AnnotationContent {
  /** Global ID. */
  targetId: string;
  source: AnnotationSource;
}

/** A new note. */
export type NewNote = Pick<SentAnnotation, 'targetKey'> & {
  note: string;
  /** Overwrites the target's note with the same identifier. */
  identifier?: string | null;
};

/** A new note about the target with a global ID. */
export type TargetedNote = Pick<TargetedAnnotation, 'targetId' | 'annotatorKind' | 'source'> &
  Omit<NewNote, 'targetKey'>;

export type KeyPart = string | number;

/** Key of a target. The values of its columns, in their order. */
export type TargetKey = readonly KeyPart[];

/** An annotation to store. */
export interface NewAnnotation {
  target: TargetKey;
  /** 0 if the target is not a document. */
  documentPosition: number;
  name: string;
  identifier: string;
  annotatorKind: AnnotatorKind;
  label: string | null;
  score: number | null;
  explanation: string | null;
  /** JSON text. */
  metadata: string;
  source: AnnotationSource;
  userId: number | null;
  /** Wire text; null for now. */
  receivedAt: string | null;
}

/** Converts a judgment to the row of a stored target. */
export function toNewAnnotation(
  judgment: AnnotationContent,
  { key }: { key: TargetKey },
  source: AnnotationSource,
  { userId }: Pick<Identity, 'userId'>,
): NewAnnotation {
  const { name, annotatorKind, label, score, explanation, metadata, identifier } = judgment;
  return {
    target: key,
    documentPosition: judgment.documentPosition ?? 0,
    name,
    identifier: identifier ?? '',
    annotatorKind,
    label: cleaned(label),
    score: score ?? null,
    explanation: cleaned(explanation),
    metadata: payloadText(metadata ?? {}),
    source,
    userId,
    receivedAt: null,
  };
}

/** The values of the columns of an annotation's key. */
export function keyValues(target: AnnotationTarget, annotation: NewAnnotation): KeyPart[] {
  const { documentPosition, name, identifier } = annotation;
  const position = target.hasPosition ? [documentPosition] : [];
  return [...annotation.target, ...position, name, identifier];
}

/** The text of the key of an annotation, by which stored ones are found again. */
export function keyText(target: AnnotationTarget, annotation: NewAnnotation): string {
  return JSON.stringify(keyValues(target, annotation));
}

/** The form of the identifiers that published servers generate. */
export function generateNoteIdentifier({ kind }: AnnotationTarget): string {
  return `px-${kind}-note:${randomUUID()}`;
}

/** Followed by the ID of a user, the identifier of the annotations they make in the app. */
export const APP_IDENTIFIER = 'app:';

/** Lets every person who judges in the app hold an opinion of their own under one name. */
export function defaultIdentifier(source: AnnotationSource, { userId }: Identity): string {
  return source === AnnotationSource.APP && userId !== null
    ? `${APP_IDENTIFIER}${toGlobalId('User', userId)}`
    : '';
}

function cleaned(text: string | null | undefined): string | null {
  return typeof text === 'string' ? cleanText(text) : null;
}
