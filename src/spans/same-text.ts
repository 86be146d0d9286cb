import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setOwn,
} from '../kernel/json/json.js';

/**
 * Senders, and what is derived from them, often say the input or output of a span twice: as a value, and as
 * a message, an argument or a result. It is stored once (docs/adr/0111-text-is-stored-once.md).
 */
const VALUES = ['input', 'output'] as const;

/** Names of attributes that may stand for the text of another one. */
export const SHARING_ATTRIBUTES: ReadonlySet<string> = new Set(VALUES.map((end) => `${end}.value`));

/**
 * Stands in the hot part for a text in the cold part. Nothing that is sent is an object there.
 * `same` is its path as PostgreSQL writes lists, such as `{llm,input_messages,0,message,content}`.
 */
interface SameText extends JsonObject {
  same: string;
}

/** Looking at more values would cost more than it saves. */
const MAX_SEARCHED = 4096;

/** Names that need no quotes in a list of PostgreSQL. */
const PLAIN_NAME = /^(?!null$)[\w-]+$/i;

/**
 * Replaces a value of the cold part that another attribute has, too, by a hot entry that says where that
 * text is. Changes both parts.
 * @param max how many entries the hot part has room for.
 */
export function shareTexts(hot: JsonObject, cold: JsonObject, max: number): void {
  const taken = VALUES.flatMap((end) => takeText(cold, end));
  let room = max;
  for (const { end, parent, text } of taken) {
    const path = room > 0 ? findText(cold, text, { left: MAX_SEARCHED }) : null;
    if (path === null) {
      setOwn(parent, 'value', text);
      setOwn(cold, end, parent);
      continue;
    }
    room--;
    const entry: SameText = { same: `{${path.join(',')}}` };
    setOwn(hot, `${end}.value`, entry);
  }
}

/** Returns the text that a hot entry stands for; undefined if it is gone, or if the entry is a value itself. */
export function readSameText(entry: JsonValue, cold: JsonObject): string | undefined {
  if (!isJsonObject(entry) || typeof entry['same'] !== 'string') return undefined;
  let at: JsonValue | undefined = cold;
  for (const name of entry['same'].slice(1, -1).split(',')) {
    if (Array.isArray(at)) at = at[Number(name)];
    else at = at !== undefined && isJsonObject(at) ? getOwn(at, name) : undefined;
  }
  return typeof at === 'string' ? at : undefined;
}

interface TakenText {
  end: (typeof VALUES)[number];
  parent: JsonObject;
  text: string;
}

/** Takes both values out before either is looked for, so that none stands for one that is replaced itself. */
function takeText(cold: JsonObject, end: TakenText['end']): TakenText[] {
  const parent = getOwn(cold, end);
  if (parent === undefined || !isJsonObject(parent)) return [];
  const { value: text, ...rest } = parent;
  if (typeof text !== 'string') return [];
  if (Object.keys(rest).length === 0) delete cold[end];
  else setOwn(cold, end, rest);
  return [{ end, parent: rest, text }];
}

/** Later messages are more likely. */
function findText(value: JsonValue, text: string, room: { left: number }): string[] | null {
  if (value === text) return [];
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    for (let at = value.length - 1; at >= 0 && room.left > 0; at--) {
      const path = findIn(String(at), value[at]!, text, room);
      if (path) return path;
    }
    return null;
  }
  if (!isJsonObject(value)) return null;
  for (const name of Object.keys(value)) {
    if (room.left <= 0) return null;
    const path = PLAIN_NAME.test(name) ? findIn(name, value[name]!, text, room) : null;
    if (path) return path;
  }
  return null;
}

function findIn(
  name: string,
  value: JsonValue,
  text: string,
  room: { left: number },
): string[] | null {
  room.left--;
  const path = findText(value, text, room);
  path?.unshift(name);
  return path;
}
