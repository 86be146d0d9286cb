import { z } from 'zod';
import {
  anyObject,
  laxInt32,
  laxNumber,
  maxBytes,
  objectOf,
  storableText,
} from '../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../kernel/validation/storable.js';
import { AnnotatorKind } from '../annotator-kind.contract.js';
import type { AnnotationTarget } from '../annotation-target.js';
import type { NewNote, SentAnnotation } from '../new-annotation.js';

const result = objectOf(
  z
    .object({
      label: z
        .string()
        .check(maxBytes(MAX_NAME_BYTES))
        .nullish()
        .describe('A word such as `correct`.'),
      score: laxNumber().nullish(),
      explanation: z.string().nullish(),
    })
    .meta({ id: 'NewAnnotationResult' }),
);

const indexedText = () => storableText().check(maxBytes(MAX_NAME_BYTES));

/** The fields that all annotations have. */
const FIELDS = {
  name: indexedText().describe('The name, such as `quality`. `note` is reserved for notes.'),
  annotator_kind: z.enum(AnnotatorKind).describe('Who annotated.'),
  result: result.nullish().describe('All members are optional.'),
  metadata: anyObject().nullish(),
  identifier: indexedText()
    .default('')
    .describe(
      'Distinguishes annotations that have the same name. An annotation replaces the one with the same ' +
        'target, name and identifier.',
    ),
};

/** The fields that annotations of documents have, or have in their own way. */
const OF_DOCUMENTS = {
  document_position: laxInt32().describe('Index of the document, from 0.'),
  identifier: indexedText().default('').meta({
    description: 'Must be empty: only annotations of spans, traces and sessions have one.',
    pattern: '^\\s*$',
  }),
};

const NAMES = { span: 'Span', document: 'Document', trace: 'Trace', session: 'Session' } as const;

/** Creates the schema of the annotations to store. */
export function createAnnotationsBody({ kind, targets, noun, hasPosition }: AnnotationTarget) {
  const key = z.object({
    [targets.senderKey]: indexedText().describe(describeKey(noun)),
  });
  const item = key
    .extend({ ...FIELDS, ...(hasPosition && OF_DOCUMENTS) })
    .meta({ id: `New${NAMES[kind]}Annotation` })
    .transform((read) => toSentAnnotation(read as unknown as SentItem, targets.senderKey));
  return z.object({ data: z.array(item) }).meta({ id: `Annotate${NAMES[kind]}sRequest` });
}

/** Creates the schema of the note to store. */
export function createNoteBody({ kind, targets, noun }: AnnotationTarget) {
  const note = z
    .object({
      [targets.senderKey]: trimmedText(describeKey(noun)),
      note: trimmedText('The text.'),
      identifier: indexedText()
        .default('')
        .describe('Replaces the note with the same identifier. By default, the note is a new one.'),
    })
    .meta({ id: `New${NAMES[kind]}Note` })
    .transform((read): NewNote => {
      const texts = read as Record<string, string>;
      const { note: text = '', identifier = '' } = texts;
      return { targetKey: texts[targets.senderKey] ?? '', note: text, identifier };
    });
  return z.object({ data: note }).meta({ id: `Create${NAMES[kind]}NoteRequest` });
}

function describeKey(noun: AnnotationTarget['noun']): string {
  const sent = `The sender's ID of the ${noun}.`;
  if (noun !== 'session') return sent;
  return `${sent} If several projects have a session with it, it is the one with the most recent activity.`;
}

/** An item of a body, with the key of the target in a field of its own. */
interface SentItem {
  name: string;
  annotator_kind: AnnotatorKind;
  result?: z.output<typeof result> | null;
  metadata?: SentAnnotation['metadata'];
  identifier: string;
  document_position?: number;
}

function toSentAnnotation(read: SentItem, senderKey: string): SentAnnotation {
  return {
    targetKey: (read as unknown as Record<string, string>)[senderKey]!,
    name: read.name,
    annotatorKind: read.annotator_kind,
    label: read.result?.label,
    score: read.result?.score,
    explanation: read.result?.explanation,
    metadata: read.metadata,
    identifier: read.identifier,
    documentPosition: read.document_position,
  };
}

function trimmedText(description: string) {
  return z.string().trim().min(1).describe(description);
}
