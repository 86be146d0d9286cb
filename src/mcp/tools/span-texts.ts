import { z } from 'zod';
import { BadRequestError } from '../../kernel/errors/errors.js';
import { isJsonObject } from '../../kernel/json/json.js';
import {
  compact,
  COST,
  cut,
  cutJson,
  presentCost,
  type ShownCost,
  slice,
  roundMs,
} from '../calls/answer.js';
import { spanId } from '../calls/inputs.js';
import { findId } from '../calls/lookups.js';
import {
  ANNOTATION_FIELDS,
  presentAnnotations,
  type ShownAnnotation,
} from './shown-annotations.js';
import { type Answer, type Call, defineTool } from '../calls/tool.js';

const GET = `query ($id: ID!, $input: Boolean!, $output: Boolean!, $attributes: Boolean!, $events: Boolean!) {
  node(id: $id) {
    ... on Span {
      id spanId parentId name spanKind statusCode statusMessage startTime latencyMs modelName provider
      userId tokenCountPrompt tokenCountCompletion textRemovedAt
      context { traceId }
      ${COST}
      project { id name }
      spanAnnotations { ${ANNOTATION_FIELDS} }
      input @include(if: $input) { value }
      output @include(if: $output) { value }
      attributes @include(if: $attributes)
      events @include(if: $events) { name message timestamp attributes }
    }
  }
}`;

interface WholeSpan {
  id: string;
  spanId: string;
  parentId: string | null;
  name: string;
  spanKind: string;
  statusCode: string;
  statusMessage: string;
  startTime: string;
  latencyMs: number | null;
  modelName: string | null;
  provider: string | null;
  userId: string | null;
  tokenCountPrompt: number | null;
  tokenCountCompletion: number | null;
  textRemovedAt: string | null;
  context: { traceId: string };
  costSummary: ShownCost | null;
  project: { id: string; name: string };
  spanAnnotations: ShownAnnotation[];
  input?: { value: string } | null;
  output?: { value: string } | null;
  attributes?: string;
  events?: { name: string; message: string; timestamp: string; attributes: unknown }[];
}

const FIELDS = ['input', 'output', 'attributes', 'events'] as const;
type Field = (typeof FIELDS)[number];

/** How much of each text an overview has. */
const OVERVIEW_CHARACTERS = 3_000;
const ATTRIBUTE_CHARACTERS = 600;
const ATTRIBUTES_SHOWN = 15;
const EVENTS_SHOWN = 5;
const NAME_CHARACTERS = 300;

/** Larger attributes are not parsed for an overview. */
const PARSED_CHARACTERS = 1_000_000;

/** The most characters of one text in one answer. */
const PART_CHARACTERS = 15_000;

/** The same, as JSON. */
const PART_JSON_CHARACTERS = 18_000;

export const SPAN_TEXTS = defineTool({
  name: 'get_span',
  title: 'Get a span',
  description:
    'Returns one span with its error, input, output, attributes, events and annotations. Long texts ' +
    'are cut; to read one to its end, name it as `field` and continue at `next_offset`.',
  input: {
    span_id: spanId,
    field: z
      .enum(FIELDS)
      .optional()
      .describe('The only text to return, such as "input"; all, but cut, if left out.'),
    offset: z.int().min(0).max(1e9).default(0).describe('Characters of `field` to skip.'),
    length: z.int().min(1).max(PART_CHARACTERS).default(PART_CHARACTERS),
  },
  async run(input, call) {
    if (input.offset > 0 && input.field === undefined) {
      throw new BadRequestError('offset requires field, such as "input".');
    }
    const id = await findId(call, 'Span', input.span_id);
    const wants = (field: Field) => input.field === undefined || input.field === field;
    const { node: span } = await call.graphql<{ node: WholeSpan }>(GET, {
      id,
      ...Object.fromEntries(FIELDS.map((field) => [field, wants(field)])),
    });
    return {
      ...presentFacts(span, call),
      ...(input.field === undefined
        ? presentOverview(span)
        : readPart(readField(span, input.field), input.field, input)),
    };
  },
});

function presentFacts(span: WholeSpan, { links }: Call): Answer {
  const { traceId } = span.context;
  return compact({
    id: span.id,
    span_id: span.spanId,
    trace_id: traceId,
    parent_span_id: span.parentId,
    project: cut(span.project.name, NAME_CHARACTERS),
    name: cut(span.name, NAME_CHARACTERS),
    kind: span.spanKind,
    start_time: span.startTime,
    latency_ms: roundMs(span.latencyMs),
    status: span.statusCode,
    error: span.statusMessage ? cut(span.statusMessage, OVERVIEW_CHARACTERS) : null,
    model: span.modelName && cut(span.modelName, NAME_CHARACTERS),
    provider: span.provider && cut(span.provider, NAME_CHARACTERS),
    user: span.userId && cut(span.userId, NAME_CHARACTERS),
    prompt_tokens: span.tokenCountPrompt,
    completion_tokens: span.tokenCountCompletion,
    ...(span.costSummary && presentCost(span.costSummary)),
    texts_removed_at: span.textRemovedAt,
    link: links.span(span.project.id, traceId, span.id),
  });
}

function presentOverview(span: WholeSpan): Answer {
  const { input, output, attributes = '{}', events = [] } = span;
  return compact({
    input: input && cut(input.value, OVERVIEW_CHARACTERS),
    output: output && cut(output.value, OVERVIEW_CHARACTERS),
    ...presentAttributes(attributes),
    events: events.slice(0, EVENTS_SHOWN).map(({ name, message, timestamp, attributes: ofEvent }) =>
      compact({
        name: cut(name, NAME_CHARACTERS),
        time: timestamp,
        message: message ? cut(message, ATTRIBUTE_CHARACTERS) : null,
        attributes: cutJson(ofEvent, NAME_CHARACTERS),
      }),
    ),
    annotations: presentAnnotations(span.spanAnnotations),
  });
}

/** Shows the first attributes, without those that the answer has already. */
function presentAttributes(attributes: string): Answer {
  const characters = { attributes_characters: attributes.length };
  if (attributes.length > PARSED_CHARACTERS) return characters;
  const parsed: unknown = JSON.parse(attributes);
  if (!isJsonObject(parsed)) return characters;
  const { input: _input, output: _output, ...rest } = parsed;
  return {
    attributes: Object.fromEntries(
      Object.entries(rest)
        .flatMap(toLeaves)
        .slice(0, ATTRIBUTES_SHOWN)
        .map(([key, value]) => [cut(key, NAME_CHARACTERS), cutJson(value, ATTRIBUTE_CHARACTERS)]),
    ),
    ...(attributes.length > OVERVIEW_CHARACTERS && characters),
  };
}

/** Opens one level of an attribute, because `llm` alone has most of what there is. */
function toLeaves([key, value]: [string, unknown]): [string, unknown][] {
  if (!isJsonObject(value)) return [[key, value]];
  return Object.entries(value).map(([inner, leaf]) => [`${key}.${inner}`, leaf]);
}

function readField(span: WholeSpan, field: Field): string {
  if (field === 'attributes') return span.attributes ?? '';
  if (field === 'events') return JSON.stringify(span.events ?? []);
  return span[field]?.value ?? '';
}

/** Returns one part of a text, and where the next one begins. */
function readPart(
  whole: string,
  field: Field,
  { offset, length }: { offset: number; length: number },
): Answer {
  let part = slice(whole, offset, length);
  // Quotes, line breaks and control characters take more room in JSON.
  while (JSON.stringify(part).length > PART_JSON_CHARACTERS) {
    part = slice(whole, offset, Math.floor(part.length / 2));
  }
  const next = offset + part.length;
  return {
    [field]: part,
    characters: whole.length,
    // A part of length 1 that would be half a character is empty, and must not be read again.
    next_offset: next < whole.length ? Math.max(next, offset + 1) : null,
  };
}
