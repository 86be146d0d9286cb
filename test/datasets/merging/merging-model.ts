import { example } from './merging.js';

/** A row of a random upload. Contents and splits are numbers; ids are letters or positions. */
export interface ModelRow {
  content: number;
  /**
   * A stable id, or the position of an example in the order of creation, which is sent as its
   * global id.
   */
  id: string | number | null;
  splits: number[];
}

export interface ModelUpload {
  action: 'update' | 'append';
  areSplitsProvided: boolean;
  rows: ModelRow[];
}

interface ModelExample {
  externalId: string | null;
  content: number;
  isLive: boolean;
  splits: Set<string>;
}

export type ModelOutcome =
  | { created: number; updated: number; deleted: number; isNewVersion: boolean }
  | 'refused';

/**
 * Models a dataset example by example, as specified. The set-based SQL must reach the same result.
 */
export class ModelDataset {
  readonly examples: ModelExample[] = [];
  private hasVersion = false;

  upload({ action, areSplitsProvided, rows }: ModelUpload): ModelOutcome {
    const matches = this.matchesOf(rows);
    if (!matches) return 'refused';
    const matched = new Set(matches.filter((match) => match !== null));
    const deleted = this.live().filter((live) => action !== 'append' && !matched.has(live));
    const patched = new Set<ModelExample>();
    const created = new Set<ModelExample>();
    for (const gone of deleted) Object.assign(gone, { isLive: false, splits: new Set() });
    const touched = rows.map((row, at) => {
      const live = matches[at] ?? this.created(row, created);
      if (!created.has(live) && live.content !== row.content) patched.add(live);
      live.content = row.content;
      return live;
    });
    const updated = new Set(patched);
    if (areSplitsProvided) {
      const before = new Map(this.examples.map((one) => [one, [...one.splits].toSorted().join()]));
      const scope = action === 'append' ? touched : this.examples;
      for (const one of scope) one.splits = new Set();
      for (const [at, one] of touched.entries()) {
        one.splits = new Set(rows[at]!.splits.map(splitName));
      }
      for (const one of this.live()) {
        const isOther = [...one.splits].toSorted().join() !== before.get(one);
        if (isOther && !created.has(one)) updated.add(one);
      }
    }
    const isChanged = created.size + patched.size + deleted.length > 0;
    const isNewVersion = isChanged || !this.hasVersion;
    this.hasVersion = true;
    return {
      created: created.size,
      updated: updated.size,
      deleted: deleted.length,
      isNewVersion,
    };
  }

  /** Returns the live examples in the order of their creation. */
  live(): ModelExample[] {
    return this.examples.filter(({ isLive }) => isLive);
  }

  /**
   * Returns the example that each row matches, or null. Returns null instead of a list if two rows
   * match the same example or an id is unknown.
   */
  private matchesOf(rows: ModelRow[]): (ModelExample | null)[] | null {
    const named = rows.map(({ id }) => {
      if (id === null) return null;
      if (typeof id === 'number') return this.examples[id] ?? 'unknown';
      return this.live().find(({ externalId }) => externalId === id) ?? null;
    });
    const found = named.filter((match) => match !== null && match !== 'unknown');
    const texts = rows.map(({ id }) => id).filter((id) => typeof id === 'string');
    if (new Set(texts).size < texts.length || new Set(found).size < found.length) return null;
    if (named.some((match) => match === 'unknown' || (match && !match.isLive))) return null;
    const free = this.live().filter((live) => !found.includes(live));
    return rows.map((row, at) => {
      if (row.id !== null) return named[at] as ModelExample | null;
      const place = free.findIndex(({ content }) => content === row.content);
      return place < 0 ? null : free.splice(place, 1)[0]!;
    });
  }

  private created({ id, content }: ModelRow, created: Set<ModelExample>): ModelExample {
    const externalId = typeof id === 'string' ? id : null;
    const revived = this.examples.find((one) => externalId && one.externalId === externalId);
    const made = revived ?? { externalId, content, isLive: true, splits: new Set<string>() };
    made.isLive = true;
    if (!revived) this.examples.push(made);
    created.add(made);
    return made;
  }
}

export function splitName(split: number): string {
  return `split ${split}`;
}

/**
 * Converts rows for the server. @param ids row ids of the examples in the order of their creation.
 */
export function uploadedRows(rows: ModelRow[], ids: readonly number[]) {
  return rows.map(({ content, id, splits }) => {
    const row = typeof id === 'number' ? (ids[id] ?? 999_999 + id) : null;
    const exampleId =
      row === null
        ? (id as string | null)
        : Buffer.from(`DatasetExample:${row}`).toString('base64');
    return example(content, { exampleId, splits: splits.map(splitName) });
  });
}
