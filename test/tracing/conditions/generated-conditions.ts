import fc from 'fast-check';
import type { SentSpan } from './condition-spans.js';
import { join, known, type Truth } from './three-valued-logic.js';

type Scalar = string | number | boolean | null;

export interface LabeledRow {
  name: string;
  label: string;
  score: number;
}

/** A span as a condition sees it, with one row for each annotation name. */
export interface JudgedSpan {
  span: SentSpan;
  annotations: Record<string, LabeledRow | null>;
}

/** A condition with its meaning. */
export interface GeneratedCondition {
  text: string;
  holds: (span: JudgedSpan) => Truth;
}

export const ANNOTATION_NAMES = ['helpful', 'a'];

/** `output.value` is long for one span, so it is stored elsewhere; it appears more often. */
const ATTRIBUTES = [
  'output.value',
  'output.value',
  'output.value',
  'retry',
  'score',
  'threshold',
  'temperature',
  'build',
  'zero',
  'llm.model_name',
  'output.value',
  'metadata.env',
  'nothing.there',
];
const TEXTS = ['42', 'high', 'prod', 'The order', 'claude-5', 'Claude-5', 'x', '0.75', ''];
const NUMBERS = [0, 0.2, 0.75, 1, 42, 1500.5, 2000];

const SIGNS = {
  '==': (a: Scalar, b: Scalar) => a === b,
  '!=': (a: Scalar, b: Scalar) => a !== b,
  '<': (a: Scalar, b: Scalar) => a! < b!,
  '>=': (a: Scalar, b: Scalar) => a! >= b!,
};

type Value = { text: string; read: (span: JudgedSpan) => Scalar };

const attribute = fc.constantFrom(...ATTRIBUTES).map((name): Value => {
  const [first, ...rest] = name.split('.');
  const path = rest.map((key) => `['${key}']`).join('');
  return { text: `attributes['${first}']${path}`, read: ({ span }) => readAttribute(span, name) };
});
const textField: fc.Arbitrary<Value> = fc.constantFrom(
  { text: 'name', read: ({ span }: JudgedSpan) => span.name },
  { text: 'parent_id', read: ({ span }: JudgedSpan) => span.parent ?? null },
  {
    text: "annotations['helpful'].label",
    read: ({ annotations }: JudgedSpan) => annotations['helpful']?.label ?? null,
  },
);
const numberField: fc.Arbitrary<Value> = fc.constantFrom(
  { text: 'latency_ms', read: ({ span }: JudgedSpan) => span.latency ?? 0 },
  {
    text: "annotations['a'].score",
    read: ({ annotations }: JudgedSpan) => annotations['a']?.score ?? null,
  },
);
const asText = attribute.map(({ text, read }): Value => ({
  text,
  read: (span) => toText(read(span)),
}));
const asNumber = attribute.map(({ text, read }): Value => ({
  text,
  read: (span) => toNumber(read(span)),
}));

const compare = (values: fc.Arbitrary<Value>, literals: fc.Arbitrary<string | number>) =>
  fc
    .tuple(values, fc.constantFrom(...(Object.keys(SIGNS) as (keyof typeof SIGNS)[])), literals)
    .map(([value, sign, literal]): GeneratedCondition => ({
      text: `${value.text} ${sign} ${JSON.stringify(literal)}`,
      holds: (span) => known(value.read(span), (found) => SIGNS[sign](found, literal)),
    }));
const oneOf = (values: fc.Arbitrary<Value>) =>
  fc
    .tuple(
      values,
      fc.boolean(),
      fc.array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 3 }),
    )
    .map(([value, isNegated, list]): GeneratedCondition => ({
      text: `${value.text} ${isNegated ? 'not in' : 'in'} ${JSON.stringify(list)}`,
      holds: (span) =>
        known(value.read(span), (found) => list.includes(String(found)) !== isNegated),
    }));
const contains = (values: fc.Arbitrary<Value>) =>
  fc
    .tuple(values, fc.constantFrom('THE', 'order', 'o', 'zz'))
    .map(([value, part]): GeneratedCondition => ({
      text: `'${part}' in ${value.text}`,
      holds: (span) =>
        known(value.read(span), (found) =>
          String(found).toLowerCase().includes(part.toLowerCase()),
        ),
    }));
const absent = (values: fc.Arbitrary<Value>) =>
  fc.tuple(values, fc.boolean()).map(([value, isNegated]): GeneratedCondition => ({
    text: `${value.text} is ${isNegated ? 'not ' : ''}None`,
    holds: (span) => (value.read(span) === null) !== isNegated,
  }));
const presence = fc.constantFrom(...ANNOTATION_NAMES).map((name): GeneratedCondition => ({
  text: `annotations['${name}']`,
  holds: ({ annotations }) => annotations[name] !== null,
}));
const isTrue = attribute.map(({ text, read }): GeneratedCondition => ({
  text: `${text} == True`,
  holds: (span) => known(toBoolean(read(span)), (found) => found),
}));

/** Conditions of comparisons, `and`, `or` and `not`, in three-valued logic. */
export const generatedCondition: fc.Arbitrary<GeneratedCondition> = fc.letrec<{
  condition: GeneratedCondition;
  test: GeneratedCondition;
  junction: GeneratedCondition;
  negation: GeneratedCondition;
}>((tie) => ({
  condition: fc.oneof({ maxDepth: 3 }, tie('test'), tie('junction'), tie('negation')),
  test: fc.oneof(
    compare(fc.oneof(textField, asText), fc.constantFrom(...TEXTS)),
    compare(fc.oneof(numberField, asNumber), fc.constantFrom(...NUMBERS)),
    oneOf(fc.oneof(textField, asText)),
    contains(fc.oneof(textField, asText)),
    absent(fc.oneof(textField, numberField, attribute)),
    presence,
    isTrue,
  ),
  junction: fc
    .tuple(tie('condition'), fc.constantFrom('and', 'or'), tie('condition'))
    .map(([left, word, right]) => ({
      text: `(${left.text} ${word} ${right.text})`,
      holds: (span) => join(word === 'and', left.holds(span), right.holds(span)),
    })),
  negation: tie('condition').map(({ text, holds }) => ({
    text: `not (${text})`,
    holds: (span) => known(holds(span), (truth) => !truth),
  })),
})).condition;

function readAttribute({ attributes = {} }: SentSpan, name: string): Scalar {
  let at: unknown = attributes[name];
  if (at === undefined && name.startsWith('metadata.')) {
    at = (attributes['metadata'] as Record<string, unknown> | undefined)?.['env'];
  }
  return (at ?? null) as Scalar;
}

function toText(value: Scalar): string | null {
  return value === null ? null : String(value);
}

function toNumber(value: Scalar): number | null {
  const text = toText(value);
  return text !== null && /^[+-]?\d+(\.\d*)?$/.test(text) ? Number(text) : null;
}

function toBoolean(value: Scalar): boolean | null {
  const text = toText(value)?.toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : null;
}
