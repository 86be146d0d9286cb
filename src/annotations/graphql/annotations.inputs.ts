import type { Type } from '@nestjs/common';
import { ArgsType, Field, Float, ID, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { z } from 'zod';
import { JsonScalar } from '../../kernel/graphql/scalars.js';
import { TimeRangeInput } from '../../kernel/graphql/time-range.inputs.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Check, checksOf } from '../../kernel/validation/check.js';
import { anyObject, maxBytes, storableText } from '../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../kernel/validation/storable.js';
import { AnnotationSource } from '../annotation.enum.js';
import { AnnotatorKind } from '../annotator-kind.contract.js';
import type { AnnotationPatch } from '../annotations.service.js';

const indexedText = () => storableText().check(maxBytes(MAX_NAME_BYTES));
const label = z.string().check(maxBytes(MAX_NAME_BYTES)).nullish();

const IDENTIFIER = {
  nullable: true,
  description:
    'Distinguishes annotations that have the same name. In the app, by default, every user has their own.',
} as const;

/** The values of an annotation: label, score and explanation. */
@InputType({ isAbstract: true })
export abstract class AnnotationValueInput {
  @Field(() => String, { nullable: true })
  @Check(label)
  label?: string | null;

  @Field(() => Float, { nullable: true })
  score?: number | null;

  @Field(() => String, { nullable: true })
  explanation?: string | null;
}

/** The judgment itself, as a new annotation has it. */
@InputType({ isAbstract: true })
abstract class JudgmentInput extends AnnotationValueInput {
  @Field(() => String, {
    description: 'The name, such as `correctness`. `note` is reserved for notes.',
  })
  @Check(indexedText())
  name: string;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object. Empty by default.' })
  @Check(anyObject().nullish())
  metadata?: JsonObject | null;

  @Field(() => String, IDENTIFIER)
  @Check(indexedText().nullish())
  identifier?: string | null;
}

/** An annotation in a list. */
@InputType({ isAbstract: true })
abstract class CreateAnnotationInput extends JudgmentInput {
  @Field(() => AnnotatorKind)
  annotatorKind: AnnotatorKind;

  @Field(() => AnnotationSource)
  source: AnnotationSource;
}

@InputType()
export class CreateSpanAnnotationInput extends CreateAnnotationInput {
  @Field(() => ID)
  spanId: string;
}

@InputType()
export class CreateTraceAnnotationInput extends CreateAnnotationInput {
  @Field(() => ID)
  traceId: string;
}

@InputType()
export class CreateDocumentAnnotationInput extends CreateAnnotationInput {
  @Field(() => ID)
  spanId: string;

  @Field(() => Int, { description: 'Index of the document, from 0.' })
  documentPosition: number;
}

/** A judgment that is a person's in the app, unless it says otherwise. */
@InputType({ isAbstract: true })
abstract class PersonalJudgmentInput extends JudgmentInput {
  @Field(() => AnnotatorKind, { defaultValue: AnnotatorKind.HUMAN })
  annotatorKind: AnnotatorKind;

  @Field(() => AnnotationSource, { defaultValue: AnnotationSource.APP })
  source: AnnotationSource;
}

@InputType()
export class CreateProjectSessionAnnotationInput extends PersonalJudgmentInput {
  @Field(() => ID)
  projectSessionId: string;
}

@InputType({ description: 'Replaces the whole annotation, except its identifier.' })
export class UpdateAnnotationInput extends PersonalJudgmentInput {
  @Field(() => ID)
  id: string;
}

@InputType({
  description:
    'Absent fields stay unchanged. Null removes a label, score or explanation, and leaves other fields unchanged.',
})
export class PatchAnnotationInput extends AnnotationValueInput {
  @Field(() => ID)
  annotationId: string;

  @Field(() => String, { nullable: true })
  @Check(indexedText().nullish())
  name?: string | null;

  @Field(() => AnnotatorKind, { nullable: true })
  annotatorKind?: AnnotatorKind | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  @Check(anyObject().nullish())
  metadata?: JsonObject | null;

  @Field(() => AnnotationSource, { nullable: true })
  source?: AnnotationSource | null;

  @Field(() => String, { nullable: true })
  @Check(indexedText().nullish())
  identifier?: string | null;
}

@InputType()
export class DeleteAnnotationsInput {
  @Field(() => [ID])
  annotationIds: string[];
}

@InputType({ isAbstract: true })
abstract class NoteInput {
  @Field(() => String, { description: 'The text. Surrounding white space is removed.' })
  note: string;
}

@InputType()
export class CreateSpanNoteInput extends NoteInput {
  @Field(() => ID)
  spanId: string;
}

/** A note in a list. */
@InputType({ isAbstract: true })
abstract class ListedNoteInput extends NoteInput {
  @Field(() => AnnotatorKind, { defaultValue: AnnotatorKind.HUMAN })
  annotatorKind: AnnotatorKind;

  @Field(() => AnnotationSource, { defaultValue: AnnotationSource.APP })
  source: AnnotationSource;

  @Field(() => String, {
    nullable: true,
    description: 'Replaces the note with the same identifier. By default, the note is a new one.',
  })
  @Check(indexedText().nullish())
  identifier?: string | null;
}

@InputType()
export class CreateSpanNotesInput extends ListedNoteInput {
  @Field(() => ID)
  spanId: string;
}

@InputType()
export class CreateTraceNotesInput extends ListedNoteInput {
  @Field(() => ID)
  traceId: string;
}

@InputType()
export class CreateProjectSessionNotesInput extends ListedNoteInput {
  @Field(() => ID)
  projectSessionId: string;
}

export enum AnnotationTimeRangeField {
  ANNOTATION_CREATED_AT = 'ANNOTATION_CREATED_AT',
  SOURCE_START_TIME = 'SOURCE_START_TIME',
}

registerEnumType(AnnotationTimeRangeField, {
  name: 'AnnotationTimeRangeField',
  description: 'The times that a range can apply to.',
  valuesMap: {
    ANNOTATION_CREATED_AT: { description: 'When the annotation was created.' },
    SOURCE_START_TIME: { description: 'When the span, trace or session began.' },
  },
});

@InputType()
export class DeleteProjectAnnotationsInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => String)
  annotationName: string;

  @Field(() => TimeRangeInput, { nullable: true })
  timeRange?: TimeRangeInput | null;

  @Field(() => AnnotationTimeRangeField, {
    defaultValue: AnnotationTimeRangeField.ANNOTATION_CREATED_AT,
  })
  timeRangeField: AnnotationTimeRangeField;
}

/** Arguments with a list of inputs, each of which follows the rules of its class. */
function createListArgs<Item extends object>(item: Type<Item>): Type<{ input: Item[] }> {
  @ArgsType()
  class ListArgs {
    @Field(() => [item])
    @Check(z.array(checksOf(item)!))
    input: Item[];
  }
  return ListArgs;
}

@ArgsType()
export class CreateSpanAnnotationsArgs extends createListArgs(CreateSpanAnnotationInput) {}

@ArgsType()
export class CreateTraceAnnotationsArgs extends createListArgs(CreateTraceAnnotationInput) {}

@ArgsType()
export class CreateDocumentAnnotationsArgs extends createListArgs(CreateDocumentAnnotationInput) {}

@ArgsType()
export class PatchAnnotationsArgs extends createListArgs(PatchAnnotationInput) {}

@ArgsType()
export class CreateSpanNotesArgs extends createListArgs(CreateSpanNotesInput) {}

@ArgsType()
export class CreateTraceNotesArgs extends createListArgs(CreateTraceNotesInput) {}

@ArgsType()
export class CreateProjectSessionNotesArgs extends createListArgs(CreateProjectSessionNotesInput) {}

/** Converts a patch: null leaves fields unchanged that cannot be null. */
export function toPatch(input: PatchAnnotationInput): { id: string; changes: AnnotationPatch } {
  const { annotationId, label: newLabel, score, explanation, ...others } = input;
  const changes = { label: newLabel, score, explanation };
  const given = [
    ...Object.entries(changes).filter(([, value]) => value !== undefined),
    ...Object.entries(others).filter(([, value]) => value !== undefined && value !== null),
  ];
  return { id: annotationId, changes: Object.fromEntries(given) as AnnotationPatch };
}
