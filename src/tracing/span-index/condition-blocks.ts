import {
  COMPARED,
  type Field,
  type Relation,
  type ValueType,
} from '../../filter-language/grain.js';
import type { Bind } from '../../kernel/sql/distribution.js';
import type { Condition, Ordering, Test, Value } from '../../filter-language/typed-tree.js';
import { MAX_HOT_STRING_LENGTH } from '../../spans/attributes.js';
import { BLOCK_SPANS } from '../../spans/span-blocks.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { MIRRORED } from '../conditions/filled-loops.js';
import { OWN_TOKENS, SPAN_FIELDS } from '../fields/span.js';
import { allTests, anyTest, type BlockTest, testTerms } from './block-test.js';
import { attributeContainsTerms, containsTerms, equalsTerms, valueTerms } from './terms.js';

/** The column that bounds each number of a span from above. */
const HIGHEST = [
  [SPAN_FIELDS.latency_ms, 'max_latency_ms'],
  ...Object.values(OWN_TOKENS).map((field) => [field, 'max_tokens'] as const),
] as const;

/** The columns of annotations that can be compared with literals, by the type of the literal. */
const ANNOTATION_COLUMNS: Partial<Record<ValueType, string>> = { number: 'score', text: 'label' };

/** The texts that are read as a Boolean. */
const BOOLEANS = {
  true: ['true', 'True', 'TRUE', '1'],
  false: ['false', 'False', 'FALSE', '0'],
};

/**
 * Returns the test of blocks that a condition on spans implies.
 * @param span SQL alias of the spans in the condition.
 */
export function toBlockTest(condition: Condition, isWanted = true, span = 's'): BlockTest {
  switch (condition.kind) {
    case 'not':
      return toBlockTest(condition.operand, !isWanted, span);
    case 'comparison':
      // The negation of a test rarely implies anything.
      return isWanted ? allTests(condition.tests.map((test) => testBlocks(test, span))) : null;
    case 'and':
    case 'or': {
      const tests = condition.operands.map((operand) => toBlockTest(operand, isWanted, span));
      return (condition.kind === 'and') === isWanted ? allTests(tests) : anyTest(tests);
    }
    case 'presence':
      return isWanted ? annotatedBlocks(condition.of) : null;
    default:
      return null;
  }
}

/**
 * Returns the test of blocks that a test of spans implies.
 * @param span SQL alias of the spans in the test.
 */
export function testBlocks(test: Test, span: string): BlockTest {
  switch (test.kind) {
    case 'compare':
      return (
        compareAnnotations(test.left, test.comparator, test.right) ??
        compareAnnotations(test.right, MIRRORED[test.comparator], test.left) ??
        compareBlocks(test.left, test.comparator, test.right, span) ??
        compareBlocks(test.right, MIRRORED[test.comparator], test.left, span)
      );
    case 'absent':
      return test.isNegated ? annotatedBlocks(test.of) : null;
    case 'member':
      return test.isNegated ? null : equalBlocks(test.of, test.among.map(String), span);
    case 'truth':
      return test.isNegated ? null : equalBlocks(test.of, booleanTexts(test.value), span);
    case 'contains':
      return test.isNegated ? null : containingBlocks(test.text, test.part, span);
    default:
      return null;
  }
}

/** A comparison with the score or label of an annotation. */
function compareAnnotations(value: Value, comparator: Ordering, literal: Value): BlockTest {
  if (literal.kind !== 'literal' || value.kind !== 'field' || !annotationOf(value)) return null;
  const column = ANNOTATION_COLUMNS[literal.type];
  const operator = comparator === '==' ? '=' : comparator;
  const isTested = column && sqlOf(value).endsWith(`.${column}`) && operator !== '!=';
  if (!isTested || (column === 'label' && operator !== '=')) return annotatedBlocks(value);
  const type = column === 'score' ? 'numeric' : 'text';
  return annotatedBlocks(
    value,
    (bind) => `a.${column} ${operator} ${bind(literal.value)}::${type}`,
  );
}

/**
 * The blocks of the spans with an annotation. It is looked up by its name in the project and by the
 * start of its span, which it repeats, in an index that also has its value.
 */
function annotatedBlocks(
  value: Value | Relation,
  condition: (bind: Bind) => string = () => 'true',
): BlockTest {
  const annotation = annotationOf(value);
  if (annotation?.of !== 'span') return null;
  const test: BlockTest = (bind, { projectId, mayBegin }) => `b.block IN (
    SELECT a.target_id / ${BLOCK_SPANS} FROM span_annotations a
     WHERE a.project_id = ${projectId} AND a.name = ${bind(annotation.name)}
       AND ${mayBegin('a.start_time')} AND ${condition(bind)})`;
  test.readsAnnotations = true;
  return test;
}

function compareBlocks(value: Value, comparator: string, literal: Value, span: string): BlockTest {
  if (literal.kind !== 'literal') return null;
  const [, column] = HIGHEST.find(([field]) => isColumn(value, field.sql(span))) ?? [];
  if (column && literal.type === 'number' && ['==', '>', '>='].includes(comparator)) {
    return (bind) => `b.${column} >= ${bind(literal.value)}::numeric`;
  }
  if (comparator !== '==') return null;
  switch (literal.type) {
    case 'boolean':
      return equalBlocks(value, booleanTexts(literal.value), span);
    case 'number':
      return equalBlocks(value, [String(Number(literal.value))], span);
    case 'text':
      return equalBlocks(value, [literal.value], span);
    default:
      return null;
  }
}

function equalBlocks(value: Value, texts: readonly string[], span: string): BlockTest {
  if (!texts.every(isStorable)) return null;
  if (isColumn(value, SPAN_FIELDS.name.sql(span))) return testTerms(valueTerms('name', texts));
  const name = attributeOf(value);
  const isShort = texts.every((text) => text.length <= MAX_HOT_STRING_LENGTH);
  return name !== undefined && isShort ? testTerms(equalsTerms(name, texts)) : null;
}

function containingBlocks(text: Value, part: Value, span: string): BlockTest {
  if (part.kind !== 'literal' || typeof part.value !== 'string') return null;
  const columns = [SPAN_FIELDS.name.sql(span), `${span}.status_message`];
  if (columns.some((column) => isColumn(text, column))) {
    return testTerms(containsTerms(part.value, 'exact'));
  }
  const name = attributeOf(text);
  return name === undefined ? null : testTerms(attributeContainsTerms(name, part.value));
}

function annotationOf(value: Value | Relation): Field['annotation'] {
  return value.kind === 'field' || value.kind === 'relation' ? value.annotation : undefined;
}

/** The dotted name of the attribute that a value reads. */
function attributeOf(value: Value): string | undefined {
  if (value.kind === 'reading') return value.of.attribute;
  return value.kind === 'field' ? value.attribute : undefined;
}

function isColumn(value: Value, sql: string): boolean {
  return value.kind === 'field' && value.type !== 'json' && sqlOf(value) === sql;
}

function booleanTexts(value: boolean): readonly string[] {
  return BOOLEANS[value ? 'true' : 'false'];
}

function sqlOf(value: Value & { kind: 'field' }): string {
  return value.sql(COMPARED);
}
