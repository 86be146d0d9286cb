import {
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberValue,
} from '../../kernel/json/json.js';
import type { Style } from '../output/terminal.js';

/** A span, as the REST API returns it. */
export interface SpanItem {
  id: string;
  name: string;
  context: { trace_id: string; span_id: string };
  span_kind: string;
  parent_id: string | null;
  start_time: string;
  end_time: string;
  status_code: string;
  status_message: string;
  /** Flat, under dotted keys. */
  attributes: JsonObject;
  events: { name: string; timestamp: string; attributes: JsonObject }[];
}

/** Returns the tokens of a model call; null if it has none. */
export function countTokens({ attributes }: SpanItem): number | null {
  const prompt = readNumber(attributes['llm.token_count.prompt']);
  const completion = readNumber(attributes['llm.token_count.completion']);
  const total = readNumber(attributes['llm.token_count.total']);
  return (
    total ?? (prompt === null && completion === null ? null : (prompt ?? 0) + (completion ?? 0))
  );
}

/** Returns why a span failed; empty if it did not. */
export function explainFailure({ status_code, status_message, events }: SpanItem): string {
  if (status_code !== 'ERROR') return '';
  const exception = events.findLast(({ name }) => name === 'exception')?.attributes ?? {};
  const type = readText(exception['exception.type']);
  const message = readText(exception['exception.message']) || status_message;
  if (!message) return type || '(no error message)';
  return type && !message.startsWith(type) ? `${type}: ${message}` : message;
}

/** Returns the color of a status. */
export function styleOfStatus(status: string): Style | undefined {
  return status === 'ERROR' ? 'red' : undefined;
}

function readNumber(value: JsonValue | undefined): number | null {
  return typeof value === 'number' || isRawNumber(value) ? numberValue(value) : null;
}

function readText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
