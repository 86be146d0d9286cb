import type { Statement } from '../kernel/sql/distributed-where.js';
import type { Distribution } from '../kernel/sql/distribution.js';
import { decodeEscapesSql, ESCAPED, escapesPattern, mayHaveEscapesSql } from './escaped-text.js';
import type { JsonField } from './grain.js';
import type { Test, Value } from './typed-tree.js';

const SQL_TYPES = {
  text: 'text',
  number: 'numeric',
  datetime: 'timestamptz',
  boolean: 'boolean',
} as const;

/** Digits before and after the decimal point of the longest numbers that are read: those of doubles. */
const MAX_DIGITS = 309;
const MAX_DECIMALS = 345;

/**
 * Matches strings that are numbers within the range of a double, so that no arithmetic overflows in
 * PostgreSQL. It writes 1e308 and 1e-308 in JSON with all their digits, and counts up to 255. Takes
 * several microseconds because of the limits, hence the other two.
 */
const NUMBER =
  '^[+-]?([0-9]{1,255}[0-9]{0,54}([.][0-9]{0,255}[0-9]{0,90})?|' +
  '[0-9]{1,17}([.][0-9]{0,17})?[eE][+-]?([0-9]{1,2}|[12][0-9][0-9]|30[0-8]))$';

/** Matches numbers without an exponent. */
const PLAIN_NUMBER = '^[+-]?[0-9]+([.][0-9]*)?$';

const MAY_BE_NUMBER = '^[+-]?[0-9]';

/** Characters that may be written otherwise in a text that contains them. */
const ESCAPED_OR_FOLDED = new RegExp(`${ESCAPED.source}|[ik]`, 'u');

/** Writes values and tests as SQL. Everything a user wrote becomes a parameter. */
export class ValueSql {
  /** @param aggregate writes what a loop computes. */
  constructor(
    private readonly statement: Statement,
    private readonly aggregate: (value: Value & { kind: 'aggregate' }) => string,
  ) {}

  /** @param isWanted whether rows are selected for which the test is true, and not false. */
  test(test: Test, isWanted: boolean): string {
    switch (test.kind) {
      case 'compare':
        return this.comparison(isWanted ? withoutLongStrings(test) : test, isWanted);
      case 'member': {
        const isPositive = isWanted !== test.isNegated;
        return negated(
          test.isNegated,
          this.membership(isPositive ? withoutLongStrings(test) : test),
        );
      }
      case 'contains':
        return negated(test.isNegated, this.containment(test.text, test.part));
      case 'absent':
        return negated(test.isNegated, this.absence(test.of));
      default: {
        const truth = test.value ? 'TRUE' : 'FALSE';
        return `((${this.value(test.of)}) IS ${test.isNegated ? 'NOT ' : ''}${truth})`;
      }
    }
  }

  private comparison(
    { type, comparator, left, right }: Test & { kind: 'compare' },
    isWanted: boolean,
  ): string {
    const sign = comparator === '==' ? '=' : comparator === '!=' ? '<>' : comparator;
    let [a, b] = [this.value(left), this.value(right)];
    // The order of strings must not depend on the collation of the database.
    if (type === 'text' && sign !== '=' && sign !== '<>') a = `(${a}) COLLATE "C"`;
    if (type === 'json') [a, b] = [withoutNull(a), withoutNull(b)];
    // A result may exceed the range of a double, which the other side could be.
    if (type === 'number' && (isCalculated(left) || isCalculated(right))) {
      [a, b] = [numeric(a), numeric(b)];
    }
    const compared = `(${a} ${sign} ${b})`;
    // What an index has may be false where the value is missing, so it must not be negated.
    if (!isWanted || sign === '<>') return compared;
    const onIndex = `(${indexedSql(left) ?? a} ${sign} ${indexedSql(right) ?? b})`;
    return onIndex === compared ? compared : `(${compared} AND ${onIndex})`;
  }

  private membership({ of, among }: Test & { kind: 'member' }): string {
    const type = of.type === 'json' ? 'text' : SQL_TYPES[of.type];
    const value = of.type === 'json' ? text(this.value(of)) : this.value(of);
    return `(${value} = ANY(${this.statement.bind(among)}::${type}[]))`;
  }

  /**
   * Ignores case. Finds characters that the sender escaped, too. Searches objects and lists in their JSON
   * text, so a string is written with JSON's escapes there.
   */
  private containment(haystack: Value, part: Value): string {
    if (haystack.type !== 'json') {
      const isLong = haystack.kind === 'field' && haystack.attribute !== undefined;
      if (!isLong) return this.foundIn(this.value(haystack), part);
      const text = nameOnce(this.value(haystack), 'searched', this.statement.distribution);
      return text.wrap(this.foundInLong(text.name, part));
    }
    const json = nameOnce(this.value(haystack), 'searched', this.statement.distribution);
    const written =
      part.kind === 'literal' && part.type === 'text'
        ? { ...part, value: JSON.stringify(part.value).slice(1, -1) }
        : part;
    return json.wrap(
      `CASE ${haystack.sqlType}_typeof(${json.name}) ` +
        `WHEN 'string' THEN ${this.foundInLong(text(json.name), part)} ` +
        `WHEN 'null' THEN NULL ELSE ${this.foundInLong(`${json.name}::text`, written)} END`,
    );
  }

  /**
   * Adds to a search for a text a faster one for a piece of it that nobody escapes, of which only the text itself also
   * folds letters that are not ASCII. Both are unknown for a missing text.
   */
  private foundInLong(haystack: string, part: Value): string {
    const isFound = this.foundIn(haystack, part);
    if (part.kind !== 'literal' || part.type !== 'text') return isFound;
    const sought = `strpos(lower((${haystack}) COLLATE "C"), ${this.statement.bind(plainPiece(part.value))}::text) > 0`;
    return `(CASE WHEN (${sought}) IS FALSE THEN false ELSE ${isFound} END)`;
  }

  /** Only looks for escapes where some may stand for a part. What is written does not depend on literals. */
  private foundIn(haystack: string, part: Value): string {
    const needle = this.value(part);
    const isFound = found(haystack, needle);
    const pattern =
      part.kind === 'literal' && part.type === 'text' ? escapesPattern(part.value) : undefined;
    if (pattern === undefined) {
      const isDecoded = found(decodeEscapesSql(haystack), needle);
      return `(CASE WHEN ${mayHaveEscapesSql(haystack)} THEN (${isFound} OR ${isDecoded}) ELSE ${isFound} END)`;
    }
    const mayMatch = `${this.statement.bind(pattern !== null)}::boolean AND ${mayHaveEscapesSql(haystack)}`;
    const isMatch = `((${haystack}) COLLATE "C" ~ ${this.statement.bind(pattern ?? '')}::text)`;
    return `(CASE WHEN ${mayMatch} THEN (${isFound} OR ${isMatch}) ELSE ${isFound} END)`;
  }

  private absence(of: (Test & { kind: 'absent' })['of']): string {
    if (of.kind === 'relation') return `(NOT ${of.sql(this.statement)})`;
    if (of.kind !== 'field' || of.type !== 'json') return `((${this.value(of)}) IS NULL)`;
    if (of.absentSql) return of.absentSql(this.statement);
    return `(coalesce(${of.sqlType}_typeof(${this.value(of)}), 'null') = 'null')`;
  }

  value(value: Value): string {
    switch (value.kind) {
      case 'field':
        return value.sql(this.statement);
      case 'literal':
        return `${this.statement.bind(value.value)}::${SQL_TYPES[value.type]}`;
      case 'reading': {
        const { of, type, isShort } = value;
        const isScalar = type !== 'text' || isShort;
        const json = isScalar && of.scalar ? of.scalar.sql(this.statement) : this.value(of);
        if (type === 'number') return readNumber(json, of.sqlType, this.statement.distribution);
        return type === 'text' ? text(json) : readBoolean(text(json));
      }
      case 'minus':
        return `(- ${numeric(this.value(value.of))})`;
      case 'aggregate':
        return this.aggregate(value);
      default:
        return this.arithmetic(value);
    }
  }

  private arithmetic({ type, sign, left, right }: Value & { kind: 'arithmetic' }): string {
    const [a, b] = [this.value(left), this.value(right)];
    if (type === 'text') return `(${a} || ${b})`;
    const divisor = sign === '/' || sign === '%';
    return `(${numeric(a)} ${sign} ${divisor ? `NULLIF(${numeric(b)}, 0)` : numeric(b)})`;
  }
}

/**
 * Returns the longest piece of a text in lower case that has the same form in every locale, and that nobody escapes. Only
 * `i` and `k` are also the lower case of letters that are not ASCII.
 */
function plainPiece(text: string): string {
  const pieces = text.toLowerCase().split(ESCAPED_OR_FOLDED);
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}

/** Returns a test for equality that may skip strings that are too long to be equal. */
function withoutLongStrings<T extends Test & { kind: 'compare' | 'member' }>(test: T): T {
  if (test.kind === 'member') {
    return { ...test, of: asShort(test.of, test.among) };
  }
  const { comparator, left, right } = test;
  if (comparator !== '==') return test;
  return {
    ...test,
    left: right.kind === 'literal' ? asShort(left, [right.value]) : left,
    right: left.kind === 'literal' ? asShort(right, [left.value]) : right,
  };
}

function asShort(value: Value, literals: readonly (string | boolean)[]): Value {
  if (value.kind !== 'reading' || !value.of.scalar) return value;
  const { maxStringLength } = value.of.scalar;
  const isShort = literals.every((literal) => String(literal).length <= maxStringLength);
  return { ...value, isShort };
}

function negated(isNegated: boolean, sql: string): string {
  return isNegated ? `(NOT ${sql})` : sql;
}

function found(haystack: string, needle: string): string {
  return `(strpos(lower(${haystack}), lower(${needle})) > 0)`;
}

/** Returns SQL NULL for a JSON null as well. */
function text(json: string): string {
  return `(${json} #>> '{}')`;
}

/** A JSON value that is compared as a whole; null does not count as a value. */
function withoutNull(json: string): string {
  return `NULLIF((${json})::jsonb, 'null'::jsonb)`;
}

function numeric(sql: string): string {
  return `(${sql})::numeric`;
}

function readBoolean(written: string): string {
  return (
    `CASE WHEN ${written} IN ('true', 'True', 'TRUE', '1') THEN true ` +
    `WHEN ${written} IN ('false', 'False', 'FALSE', '0') THEN false END`
  );
}

/** The number that a JSON value is, or that is written in a string. */
function readNumber(
  value: string,
  sqlType: JsonField['sqlType'],
  distribution: Distribution,
): string {
  const named = nameOnce(value, 'number', distribution);
  const json = named.name;
  const read = text(json);
  const written =
    `CASE WHEN ${read} !~ '${MAY_BE_NUMBER}' THEN NULL ` +
    `WHEN length(${read}) <= ${MAX_DIGITS} AND ${read} ~ '${PLAIN_NUMBER}' ` +
    `OR ${read} ~ '${NUMBER}' THEN ${read}::numeric END`;
  const isInRange = `abs(${json}::numeric) < 1e${MAX_DIGITS} AND scale(${json}::numeric) <= ${MAX_DECIMALS}`;
  // The text of a JSON number may have an exponent, that of a JSONB number has none.
  const number =
    sqlType === 'json'
      ? written
      : `CASE jsonb_typeof(${json}) WHEN 'number' THEN CASE WHEN ${isInRange} THEN ${json}::numeric END ` +
        `WHEN 'string' THEN ${written} END`;
  return named.wrap(number);
}

/**
 * Gives a value a name, so that PostgreSQL extracts it only once; OFFSET keeps it from doing otherwise.
 * Citus does not distribute this, so there the value is written wherever it is needed.
 * @returns the name, and what SQL must be wrapped in that uses it.
 */
function nameOnce(
  value: string,
  alias: string,
  distribution: Distribution,
): { name: string; wrap: (sql: string) => string } {
  const from = `FROM (SELECT ${value} AS json OFFSET 0) AS ${alias}`;
  return distribution.choose({
    single: { name: `${alias}.json`, wrap: (sql: string) => `(SELECT ${sql} ${from})` },
    cluster: { name: `(${value})`, wrap: (sql: string) => `(${sql})` },
  });
}

function indexedSql(value: Value): string | undefined {
  return value.kind === 'field' && value.type !== 'json' ? value.indexed : undefined;
}

function isCalculated(value: Value): boolean {
  return value.kind === 'arithmetic' || value.kind === 'minus' || value.kind === 'aggregate';
}
