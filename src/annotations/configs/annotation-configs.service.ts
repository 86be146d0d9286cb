import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import { isUniqueViolation } from '../../kernel/errors/database-errors.js';
import { ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import { isStorable } from '../../kernel/validation/storable.js';
import type { AnnotationConfigEntity } from './annotation-config.entity.js';
import { findConfigRowId, requireConfigRowId } from './annotation-config.ids.js';
import {
  type AnnotationConfigContent,
  assertNameIsFree,
  assertValuesAreValid,
} from './annotation-config.rules.js';
import { AnnotationConfigsQueries, type Slice } from './annotation-configs.queries.js';

export { type AnnotationConfigContent, assertValuesAreValid } from './annotation-config.rules.js';

/** The config that applications use for the opinions of their users. */
const USER_FEEDBACK: AnnotationConfigContent = {
  name: 'user_feedback',
  type: 'CATEGORICAL',
  description: 'What the users of the application think of an answer.',
  optimizationDirection: 'MAXIMIZE',
  values: [
    { label: 'positive', score: 1 },
    { label: 'negative', score: 0 },
  ],
  lowerBound: null,
  upperBound: null,
  threshold: null,
};

/** Lists, finds, creates, changes and deletes annotation configs, for REST and GraphQL. */
@Injectable()
export class AnnotationConfigsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: AnnotationConfigsQueries,
  ) {}

  /** Creates the config `user_feedback` if it does not exist. Every server does it at startup. */
  async createBuiltIn(): Promise<void> {
    await this.queries.insertIfAbsent(USER_FEEDBACK);
  }

  /**
   * Lists configs, newest first.
   * @param from row ID of the first config; null starts with the newest.
   */
  list(from: number | null, limit: number): Promise<AnnotationConfigEntity[]> {
    return this.queries.listPage(from, limit);
  }

  /** Oldest first. */
  listSlice(slice: Slice): Promise<AnnotationConfigEntity[]> {
    return this.queries.listSlice(slice);
  }

  count(): Promise<number> {
    return this.queries.count();
  }

  /**
   * Resolves an identifier: a global ID, or else an exact name.
   * @throws NotFoundError if the config does not exist.
   */
  async resolve(identifier: string): Promise<AnnotationConfigEntity> {
    const id = findConfigRowId(identifier);
    const config = id === null ? await this.findByName(identifier) : await this.findById(id);
    if (!config) throw toNotFoundError([identifier]);
    return config;
  }

  async findById(id: number): Promise<AnnotationConfigEntity | null> {
    const [config] = await this.queries.findByIds([id]);
    return config ?? null;
  }

  /**
   * Gets configs by their global IDs, without duplicates.
   * @throws NotFoundError, and the errors of `requireConfigRowId`.
   */
  async getAll(globalIds: readonly string[]): Promise<AnnotationConfigEntity[]> {
    const asked = readIds(globalIds);
    return requireAll(asked, await this.queries.findByIds([...asked.keys()]));
  }

  /** @throws ConflictError if the name is taken or reserved, BadRequestError for invalid values. */
  async create(content: AnnotationConfigContent): Promise<AnnotationConfigEntity> {
    assertNameIsFree(content.name);
    assertValuesAreValid(content);
    return this.write(content.name, () => this.queries.insert(content));
  }

  /**
   * Replaces the whole content of a config, including its type, which its global ID names.
   * @throws the errors of `create` and `requireConfigRowId`, and NotFoundError. The order of the
   * checks is part of the REST API.
   */
  async update(
    globalId: string,
    content: AnnotationConfigContent,
  ): Promise<AnnotationConfigEntity> {
    assertNameIsFree(content.name);
    const id = requireConfigRowId(globalId);
    assertValuesAreValid(content);
    const config = await this.write(content.name, () => this.queries.update(id, content));
    if (!config) throw toNotFoundError([globalId]);
    return config;
  }

  /**
   * Deletes configs and removes them from every project, or deletes none if one is unknown.
   * Annotations stay.
   * @returns the deleted configs in the given order, without duplicates.
   * @throws NotFoundError, and the errors of `requireConfigRowId`.
   */
  delete(globalIds: readonly string[]): Promise<AnnotationConfigEntity[]> {
    const asked = readIds(globalIds);
    return this.database.inTransaction(async (tx) =>
      requireAll(asked, await this.queries.delete(tx, [...asked.keys()])),
    );
  }

  private async findByName(name: string): Promise<AnnotationConfigEntity | null> {
    return isStorable(name) ? this.queries.findByName(name) : null;
  }

  private async write<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`Annotation config "${name}" already exists.`);
    }
  }
}

/** Returns the row IDs of global IDs, with the global IDs for errors. */
function readIds(globalIds: readonly string[]): Map<number, string> {
  return new Map(globalIds.map((globalId) => [requireConfigRowId(globalId), globalId]));
}

/** Puts configs in the order of the requested IDs. @throws NotFoundError if one is missing. */
function requireAll(
  asked: ReadonlyMap<number, string>,
  found: readonly AnnotationConfigEntity[],
): AnnotationConfigEntity[] {
  const byId = new Map(found.map((config) => [config.id, config]));
  const unknown = [...asked].filter(([id]) => !byId.has(id));
  if (unknown.length > 0) throw toNotFoundError(unknown.map(([, globalId]) => globalId));
  return [...asked.keys()].map((id) => byId.get(id)!);
}

/** @param identifiers as the caller wrote them. */
function toNotFoundError(identifiers: readonly string[]): NotFoundError {
  const names = identifiers.map((identifier) => `"${identifier}"`).join(', ');
  const noun = identifiers.length === 1 ? 'config' : 'configs';
  return new NotFoundError(`Annotation ${noun} ${names} not found.`);
}
