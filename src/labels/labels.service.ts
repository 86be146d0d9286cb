import type { EntityManager } from 'typeorm';
import type { DatabaseWriter } from '../database/database-writer.js';
import { ConflictError, NotFoundError } from '../kernel/errors/errors.js';
import { toGlobalId } from '../kernel/ids/global-id.js';
import { cutPage, DEFAULT_PAGE_SIZE, type RestPage } from '../kernel/pagination/page.js';
import { isStorable } from '../kernel/validation/storable.js';
import { isForeignKeyViolation, isUniqueViolation } from '../kernel/errors/database-errors.js';
import { type LabelRow, LabelsQueries, type LabelTables } from './labels.queries.js';

export type { LabelRow } from './labels.queries.js';

/** Maximum rows in a page, even if the request asks for more. The cursor continues the list. */
const MAX_LIMIT = 10_000;

/** The kind of thing that labels belong to: datasets or prompts. */
export interface LabelOwner extends LabelTables {
  /** The word for an owner in errors, such as `dataset`. */
  name: string;
  /** Type name inside a label's global ID: `DatasetLabel`. */
  labelType: string;
}

/** A label to create. */
export interface NewLabel {
  name: string;
  description?: string | null;
  /** `#rrggbb` */
  color: string;
}

/**
 * Changes to a label. Absent fields, and a null name or color, stay unchanged; a null description
 * removes it.
 */
export type LabelPatch = { [Key in keyof NewLabel]?: NewLabel[Key] | null };

/**
 * Manages labels for one kind of owner. Each feature with labels subclasses this with its tables.
 * All ids are row IDs.
 */
export abstract class LabelsService {
  private readonly queries: LabelsQueries;

  constructor(
    private readonly database: DatabaseWriter,
    private readonly owner: LabelOwner,
  ) {
    this.queries = new LabelsQueries(database, owner);
  }

  /** Sorted by name; unknown IDs are skipped. */
  findByIds(ids: readonly number[]): Promise<LabelRow[]> {
    return this.queries.findByIds(ids);
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<LabelRow> {
    const [label] = await this.queries.findByIds([id]);
    if (!label) throw this.notFound([id]);
    return label;
  }

  /**
   * Lists one page, newest first.
   * @param from the first label of the page; null starts with the newest.
   */
  async list(from: number | null, limit = DEFAULT_PAGE_SIZE): Promise<RestPage<LabelRow>> {
    const size = Math.min(limit, MAX_LIMIT);
    const rows = await this.queries.listPage(from, size + 1);
    return cutPage(rows, size, this.owner.labelType);
  }

  /** Lists part of all labels, or of those with the given names, sorted by name. */
  listSlice(
    names: readonly string[] | null,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<LabelRow[]> {
    return this.queries.listSlice(names && names.filter(isStorable), offset, limit);
  }

  count(names: readonly string[] | null): Promise<number> {
    return this.queries.count(names && names.filter(isStorable));
  }

  /** Lists the labels of each owner, sorted by name. */
  async listByOwner(ownerIds: readonly number[]): Promise<LabelRow[][]> {
    const byOwner = Map.groupBy(await this.queries.listByOwner(ownerIds), (row) => row.ownerId);
    return ownerIds.map((id) => byOwner.get(id) ?? []);
  }

  /** Counts the owners of each label. */
  async countUses(ids: readonly number[]): Promise<number[]> {
    const rows = await this.queries.countUses(ids);
    const counts = new Map(rows.map(({ labelId, count }) => [labelId, count]));
    return ids.map((id) => counts.get(id) ?? 0);
  }

  /**
   * Creates a label and assigns it to the given owners.
   * @throws ConflictError if the name is taken, NotFoundError if an owner has been deleted.
   */
  create(
    { name, description, color }: NewLabel,
    userId: number | null,
    ownerIds: readonly number[] = [],
  ): Promise<LabelRow> {
    return this.write(name, async (tx) => {
      const content = { name, description: description ?? null, color };
      const label = await this.queries.insert(tx, content, userId);
      if (ownerIds.length > 0) await this.queries.assign(tx, ownerIds, [label.id]);
      return label;
    });
  }

  /** @throws NotFoundError, ConflictError if the name is taken. */
  async update(id: number, { name, description, color }: LabelPatch): Promise<LabelRow> {
    const content = { name: name ?? undefined, description, color: color ?? undefined };
    const label = await this.write(name, (tx) => this.queries.update(tx, id, content));
    if (!label) throw this.notFound([id]);
    return label;
  }

  /**
   * Deletes labels from all owners, or none if one is unknown.
   * @returns the deleted labels.
   * @throws NotFoundError that names the unknown ones.
   */
  delete(ids: readonly number[]): Promise<LabelRow[]> {
    return this.database.inTransaction(async (tx) => {
      const deleted = await this.queries.delete(tx, ids);
      this.requireAll(ids, deleted);
      return deleted;
    });
  }

  /**
   * Adds labels to an owner, or none if one cannot be added.
   * @throws NotFoundError if the owner or a label does not exist.
   */
  async add(ownerId: number, ids: readonly number[]): Promise<void> {
    await this.write(null, async (tx) => {
      this.requireAll(ids, await this.queries.findByIds(ids, tx));
      await this.queries.assign(tx, [ownerId], ids);
    });
  }

  /**
   * Adds a label to an owner in the caller's transaction. Creates the label if no label has its name;
   * otherwise, its other details stay unchanged.
   */
  async addByName(
    tx: EntityManager,
    ownerId: number,
    { name, description = null, color }: NewLabel,
    userId: number | null,
  ): Promise<void> {
    const id = await this.queries.insertIfAbsent(tx, { name, description, color }, userId);
    await this.queries.assign(tx, [ownerId], [id]);
  }

  /** Removes labels from an owner. Ignores those that it does not have. */
  async remove(ownerId: number, ids: readonly number[]): Promise<void> {
    await this.queries.unassign(this.database.manager, ownerId, ids);
  }

  /**
   * Replaces all labels of an owner.
   * @throws NotFoundError if the owner or a label does not exist. Nothing changes then.
   */
  async replace(ownerId: number, ids: readonly number[]): Promise<void> {
    await this.write(null, async (tx) => {
      this.requireAll(ids, await this.queries.findByIds(ids, tx));
      await this.queries.unassignOthers(tx, ownerId, ids);
      await this.queries.assign(tx, [ownerId], ids);
    });
  }

  /** Runs a transaction that fails if a name is taken or a row has been deleted. */
  private async write<T>(
    name: string | null | undefined,
    work: (tx: EntityManager) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.database.inTransaction(work);
    } catch (error) {
      if (isUniqueViolation(error)) throw new ConflictError(`Label "${name}" already exists.`);
      if (!isForeignKeyViolation(error)) throw error;
      throw new NotFoundError(`The ${this.owner.name} or a label has since been deleted.`);
    }
  }

  private requireAll(ids: readonly number[], found: readonly LabelRow[]): void {
    const known = new Set(found.map(({ id }) => id));
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) throw this.notFound(unknown);
  }

  private notFound(ids: readonly number[]): NotFoundError {
    const names = ids.map((id) => `"${toGlobalId(this.owner.labelType, id)}"`);
    return new NotFoundError(
      `${names.length === 1 ? 'Label' : 'Labels'} ${names.join(', ')} not found.`,
    );
  }
}
