import { cutText } from '../../kernel/text/cut-text.js';
import { describeUnpriced } from '../../models/describe-unpriced.contract.js';
import { BadRequestError } from '../../kernel/errors/errors.js';
import type { Answer } from './tool.js';

/** Characters that lists fill, which is about 5,000 tokens. */
const LIST_CHARACTERS = 20_000;

/** No answer is longer, whatever texts it has. */
const MAX_CHARACTERS = 24_000;

/** Texts are cut to this if an answer is still too long. */
const SHORT_CHARACTERS = 300;

/** A list as GraphQL returns it. */
export interface GraphqlConnection<Node> {
  edges: { cursor: string; node: Node }[];
  pageInfo: { hasNextPage: boolean };
}

/**
 * Returns as many items of a list as fit into an answer, and the cursor that continues after them.
 */
export function toPage<Node>(
  { edges, pageInfo }: GraphqlConnection<Node>,
  present: (node: Node) => Answer,
  rest: Answer = {},
): Answer {
  const items = takeFitting(
    edges.map(({ node }) => present(node)),
    rest,
  );
  const isWhole = items.length === edges.length && !pageInfo.hasNextPage;
  return {
    ...rest,
    items,
    next_cursor: isWhole ? null : (edges[items.length - 1]?.cursor ?? null),
  };
}

/** Returns the first items of a list that fit into an answer beside the rest of it; at least one. */
export function takeFitting<T>(items: readonly T[], rest: Answer = {}): T[] {
  let characters = JSON.stringify(rest).length;
  const end = items.findIndex((item, index) => {
    characters += JSON.stringify(item).length + 1;
    return index > 0 && characters > LIST_CHARACTERS;
  });
  return items.slice(0, end < 0 ? items.length : end);
}

/**
 * Writes an answer as JSON. Cuts its texts if it would be too long for a model's window, which only
 * unusually long names and labels cause.
 * @throws BadRequestError if it is too long nevertheless.
 */
export function writeAnswer(answer: Answer): { text: string; value: Answer } {
  const text = JSON.stringify(answer);
  if (text.length <= MAX_CHARACTERS) return { text, value: answer };
  const short = JSON.stringify(answer, (_key, value: unknown) =>
    typeof value === 'string' ? cut(value, SHORT_CHARACTERS) : value,
  );
  if (short.length > MAX_CHARACTERS) {
    throw new BadRequestError('The answer is too long. Ask for fewer items, or for one of them.');
  }
  return { text: short, value: JSON.parse(short) as Answer };
}

/** Shortens a text, and says how much is missing. */
export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const part = cutText(text, maxCharacters);
  return `${part}… (${text.length - part.length} more characters)`;
}

/** Like `cut`, for a value that need not be a text. */
export function cutJson(value: unknown, maxCharacters: number): unknown {
  if (typeof value === 'string') return cut(value, maxCharacters);
  const text = JSON.stringify(value);
  return text === undefined || text.length <= maxCharacters ? value : cut(text, maxCharacters);
}

/** Returns a part of a text, without half a character at its end. */
export function slice(text: string, start: number, length: number): string {
  return cutText(text.slice(start), length);
}

/** Returns an object without its properties that are null, undefined or an empty list. */
export function compact(object: Answer): Answer {
  return Object.fromEntries(
    Object.entries(object).filter(
      ([, value]) =>
        value !== null && value !== undefined && !(Array.isArray(value) && !value.length),
    ),
  );
}

/** Rounds an amount of US dollars to six significant digits, because sums of floats have more. */
export function roundDollars(cost: number | null | undefined): number | null {
  return cost === null || cost === undefined ? null : Number(cost.toPrecision(6));
}

/** Rounds a share or a mean score. */
export function roundToFourDigits(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toPrecision(4));
}

/** Rounds milliseconds. */
export function roundMs(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : Math.round(ms);
}

/** Fields of a `SpanCostSummary`, which `presentCost` shows. */
export const COST = 'costSummary { total { cost } spanCount unpricedSpanCount }';

/** Counts of the spans that have tokens, and of those among them that have no price. */
export interface PricedCounts {
  spanCount: number;
  unpricedSpanCount: number;
}

export interface ShownCost extends PricedCounts {
  total: { cost: number | null };
}

/** Returns a cost, and what it does not contain, if there is anything. */
export function presentCost(summary: ShownCost): Answer {
  return { cost_usd: roundDollars(summary.total.cost), ...presentUnpriced(summary) };
}

/** Returns how many calls of models a cost does not contain. */
export function presentUnpriced({ spanCount, unpricedSpanCount }: PricedCounts): Answer {
  const text = describeUnpriced(spanCount, unpricedSpanCount);
  return text === null ? {} : { cost_lacks: text };
}
