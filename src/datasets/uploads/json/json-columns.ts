import { UnprocessableError } from '../../../kernel/errors/errors.js';
import type { JsonValue } from '../../../kernel/json/json.js';
import type { UploadSpace } from '../body/upload-space.js';
import { parseAt } from '../contents/file-row.js';
import { FramedSpool } from '../body/spool.js';
import type { MemberSink } from './member-scanner.js';

const COLUMNS = ['inputs', 'outputs', 'metadata', 'splits', 'span_ids', 'example_ids'] as const;
export type ColumnName = (typeof COLUMNS)[number];

/**
 * The kind of a JSON value by its first character, which is enough to detect values of the
 * wrong kind.
 */
type ItemKind = 'object' | 'list' | 'text' | 'null' | 'other';

const KINDS: Record<string, ItemKind> = { '{': 'object', '[': 'list', '"': 'text', n: 'null' };

const ALLOWED: Record<ColumnName, readonly ItemKind[]> = {
  inputs: ['object'],
  outputs: ['object'],
  metadata: ['object'],
  splits: ['text', 'list', 'null'],
  span_ids: ['text', 'null'],
  example_ids: ['text', 'null'],
};

/** One list of the request with unparsed items. */
export interface JsonColumn {
  items: FramedSpool;
  /** Index of the first item of a kind that the list must not contain, or -1. */
  firstMisfit: number;
}

/** The members of a request: long lists on disk, others parsed. */
export class JsonColumns implements MemberSink {
  /** Members that are not columns, and columns that are not lists. */
  readonly values = new Map<string, JsonValue>();
  private readonly columns = new Map<string, JsonColumn>();
  /** Lists replaced by a later one with the same key, which are never read. */
  private readonly replaced: FramedSpool[] = [];

  constructor(private readonly space: UploadSpace) {}

  list(name: ColumnName): JsonColumn | undefined {
    return this.columns.get(name);
  }

  beginList(key: string): boolean {
    if (!(COLUMNS as readonly string[]).includes(key)) return false;
    this.dropPrevious(key);
    this.columns.set(key, { items: new FramedSpool(this.space), firstMisfit: -1 });
    return true;
  }

  item(key: string, json: Buffer): void {
    const column = this.columns.get(key)!;
    const kind = KINDS[String.fromCharCode(json[0]!)] ?? 'other';
    if (column.firstMisfit < 0 && !ALLOWED[key as ColumnName].includes(kind)) {
      column.firstMisfit = column.items.count;
    }
    column.items.append(json);
  }

  value(key: string, json: Buffer): void {
    this.dropPrevious(key);
    this.values.set(key, parseItem(key.slice(0, 100), json));
  }

  async flush(): Promise<void> {
    for (const { items } of this.columns.values()) await items.flush();
  }

  async close(): Promise<void> {
    const spools = [...this.columns.values()].map(({ items }) => items);
    for (const spool of [...spools, ...this.replaced]) await spool.close();
  }

  /** If a key is repeated, the last value counts. */
  private dropPrevious(key: string): void {
    this.values.delete(key);
    const column = this.columns.get(key);
    if (column) this.replaced.push(column.items);
    this.columns.delete(key);
  }
}

/**
 * Parses a value of the request.
 * @throws UnprocessableError with the position.
 */
export function parseItem(place: string, json: Buffer): JsonValue {
  return parseAt(place, decodeItem(place, json));
}

function decodeItem(place: string, json: Buffer): string {
  try {
    return UTF8.decode(json);
  } catch {
    throw new UnprocessableError(`${place}: the text is not UTF-8`);
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
