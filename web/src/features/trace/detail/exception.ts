import type { Json, JsonObject } from '../../../lib/json/exact-json.js';
import type { SpanEvent } from '../api/span-query.js';

/** An exception that a span recorded. */
export interface SpanException {
  type?: string;
  message?: string;
  stackTrace?: string;
  /** The time when it was recorded. */
  timestamp: string;
  /** Its other attributes, if there are any. */
  others?: JsonObject;
}

const SHOWN = new Set(['exception.type', 'exception.message', 'exception.stacktrace']);

/**
 * Reads the exception of an event, by OpenTelemetry’s attribute names; undefined for other events.
 */
export function readException(event: SpanEvent): SpanException | undefined {
  const attributes: unknown = event.attributes;
  const fields =
    typeof attributes === 'object' && attributes !== null ? Object.entries(attributes) : [];
  const getText = (key: string) => {
    const value: unknown = fields.find(([name]) => name === key)?.[1];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const type = getText('exception.type');
  if (event.name !== 'exception' && type === undefined) return undefined;
  const others = fields.filter(([name]) => !SHOWN.has(name)) as [string, Json][];
  return {
    type,
    message: getText('exception.message') ?? (event.message || undefined),
    stackTrace: getText('exception.stacktrace'),
    timestamp: event.timestamp,
    ...(others.length > 0 && { others: Object.fromEntries(others) }),
  };
}

/**
 * A line of a stack trace, and whether it is in a library rather than in the application’s own
 * code.
 */
export interface StackLine {
  text: string;
  library: boolean;
}

const libraryPath =
  /site-packages|dist-packages|node_modules|node:internal|lib\/python\d|<frozen |importlib/;

/** Recognizes library frames in stack traces of Python, JavaScript and similar languages. */
export function readStackLines(stackTrace: string): StackLine[] {
  let library = false;
  return stackTrace
    .trimEnd()
    .split('\n')
    .map((text) => {
      const frame = /^\s*(?:File "|at )/.test(text);
      // The source lines under a Python frame belong to that frame.
      if (frame) library = libraryPath.test(text);
      else if (!/^\s{4}/.test(text)) library = false;
      return { text, library };
    });
}
