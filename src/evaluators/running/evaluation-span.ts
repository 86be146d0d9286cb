import { SemanticConventions as Names } from '@arizeai/openinference-semantic-conventions';
import { type JsonObject, stringifyJson } from '../../kernel/json/json.js';
import { shortenTexts } from '../judging/shorten-texts.js';
import type { RecordedSpan } from '../../spans/span-recorder.js';
import { type Evaluation, EvaluationError } from '../evaluation/evaluation.js';
import type { EvaluatorUse } from '../evaluation/evaluator-use.type.js';
import { type InputMapping, mapContext } from '../evaluation/input-mapping.js';

/** Of a text that the evaluator saw. The span or example that was evaluated has all of it. */
const MAX_TEXT_LENGTH = 64 * 1024;

/** An evaluation that is over. */
interface RecordedEvaluation {
  /** The input of the evaluator. */
  context: JsonObject;
  outcome: {
    /** Null if the evaluator failed. */
    evaluation: Evaluation | null;
    error: string | null;
    startTime: Date;
    endTime: Date;
  };
  /** Of the span. */
  metadata: JsonObject | undefined;
}

/** Describes an evaluation as a span; a chat with a model is below it. */
export function toEvaluationSpan(
  { name, inputMapping }: EvaluatorUse,
  ids: Pick<RecordedSpan, 'traceId' | 'spanId'>,
  { context, outcome, metadata }: RecordedEvaluation,
): RecordedSpan {
  const { evaluation, error, startTime, endTime } = outcome;
  const seen = mapContextIfPossible(context, inputMapping);
  const attributes: JsonObject = {
    [Names.INPUT_VALUE]: stringifyJson(shortenTexts(seen, MAX_TEXT_LENGTH)),
    [Names.INPUT_MIME_TYPE]: 'application/json',
    ...(metadata && { [Names.METADATA]: stringifyJson(metadata) }),
  };
  if (evaluation) {
    attributes[Names.OUTPUT_VALUE] = stringifyJson({ ...evaluation });
    attributes[Names.OUTPUT_MIME_TYPE] = 'application/json';
  }
  const exception = { 'exception.type': 'EvaluationError', 'exception.message': error ?? '' };
  return {
    ...ids,
    parentId: null,
    name,
    kind: 'EVALUATOR',
    startTime,
    endTime,
    statusCode: error === null ? 'OK' : 'ERROR',
    statusMessage: error ?? '',
    attributes,
    events: error === null ? [] : [{ name: 'exception', time: endTime, attributes: exception }],
  };
}

function mapContextIfPossible(context: JsonObject, mapping: InputMapping): JsonObject {
  try {
    return mapContext(context, mapping);
  } catch (error) {
    if (error instanceof EvaluationError) return context;
    throw error;
  }
}
