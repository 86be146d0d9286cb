/** A span value as lists and conversations receive it. */
export interface ReceivedValue {
  mimeType: 'text' | 'json';
  truncatedValue: string;
  value?: string | undefined;
}

/** The usual names of fields with text for people, most significant first. */
export const TEXT_KEYS = [
  'content',
  'text',
  'question',
  'query',
  'input',
  'prompt',
  'answer',
  'output',
];
const LIST_KEYS = ['messages', 'choices', 'contents', 'parts'];
const DEPTH_LIMIT = 6;

/**
 * Returns the human-readable text in a value: plain text as it is; in JSON, the last message or the
 * text in a field with a usual name. Falls back to the value itself, so a wrong guess hides
 * nothing.
 */
export function getReadableText(received: ReceivedValue | null | undefined): string {
  if (!received) return '';
  const text = received.value ?? received.truncatedValue;
  if (received.mimeType !== 'json' && !/^\s*[[{"]/.test(text)) return text;
  try {
    return findText(JSON.parse(text), 0) ?? text;
  } catch {
    return findTextInCutJson(text) ?? text;
  }
}

/**
 * A preview ends in the middle of its JSON. Returns the last text in a field with a usual name,
 * even if the text is incomplete.
 */
function findTextInCutJson(text: string): string | undefined {
  const names = TEXT_KEYS.join('|');
  const matches = text.matchAll(new RegExp(`"(?:${names})"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)`, 'g'));
  const found = [...matches].at(-1)?.[1];
  if (!found?.trim()) return undefined;
  try {
    return JSON.parse(`"${found}"`) as string;
  } catch {
    // The value was cut inside an escape sequence.
    return found;
  }
}

/**
 * Returns the last message of a conversation, or the text in a field with a usual name; undefined
 * if there is none.
 */
export function findReadableText(value: unknown): string | undefined {
  return findText(value, 0);
}

function findText(value: unknown, depth: number): string | undefined {
  if (depth > DEPTH_LIMIT) return undefined;
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (Array.isArray(value)) {
    for (const item of value.toReversed()) {
      const text = findText(item, depth + 1);
      if (text !== undefined) return text;
    }
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = new Map<string, unknown>(Object.entries(value));
  for (const key of [...LIST_KEYS, 'message', ...TEXT_KEYS]) {
    const text = entries.has(key) ? findText(entries.get(key), depth + 1) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}
