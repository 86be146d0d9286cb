import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, type Repository } from 'typeorm';
import {
  ConflictError,
  DomainError,
  ForbiddenError,
  NotFoundError,
} from '../common/errors/errors.js';
import { foldCase } from '../common/text/fold-case.js';
import { parseCursor, rowIdOf } from '../common/ids/global-id.js';
import { isStorable } from '../common/validation/storable.js';
import { isUniqueViolation } from '../database/db-errors.js';
import { inRetriedTransaction } from '../database/retried-transaction.js';
import { ProjectEntity } from './project.entity.js';
import { type ProjectOrder, ProjectsQueries, type Slice } from './projects.queries.js';

/** Spans that name no project go here, so it always exists. */
const DEFAULT_PROJECT = 'default';

/** Rows that one page holds at most, whatever is asked for; the cursor leads on. */
const MAX_PAGE = 10_000;

/** What may be said about a project besides its name; an absent or null member is left alone. */
export interface ProjectDetails {
  description?: string | null;
  gradientStartColor?: string | null;
  gradientEndColor?: string | null;
}

/** Which projects somebody asks for. */
export interface ProjectSearch {
  /** Part of the name, in any case of any script; all unless given. */
  nameContains?: string;
  /** Whether the projects that hold the traces of experiments are meant, too: not unless given. */
  includeExperiments?: boolean;
}

/** What a feature keeps for projects, beyond the rows that go with theirs by a foreign key. */
export interface ProjectContents {
  /** Removes what is there, in steps that hold nobody up for long. */
  empty(projectId: number): Promise<void>;
  /** Removes what has come since; nothing can be added until the transaction ends. */
  removeRest(projectId: number, tx: EntityManager): Promise<void>;
}

/** Decides everything about projects; REST and GraphQL both call it. */
@Injectable()
export class ProjectsService {
  private readonly contents: ProjectContents[] = [];

  constructor(
    @InjectRepository(ProjectEntity) private readonly projects: Repository<ProjectEntity>,
    private readonly queries: ProjectsQueries,
    private readonly dataSource: DataSource,
  ) {}

  /** A feature says here what goes with a project that is deleted. */
  addContents(contents: ProjectContents): void {
    this.contents.push(contents);
  }

  /**
   * The project that an identifier of a path means: a global id, else an exact name.
   * @throws NotFoundError when there is none. A text that is a project's global id is never a name.
   */
  async resolve(identifier: string): Promise<ProjectEntity> {
    const id = rowIdOf(identifier, 'Project');
    if (id !== null) {
      const project = await this.findById(id);
      if (!project) throw new NotFoundError(`Project with ID ${identifier} not found`);
      return project;
    }
    const project = await this.findByName(identifier);
    if (!project) throw new NotFoundError(`Project with name "${identifier}" not found`);
    return project;
  }

  /**
   * The project of a global id.
   * @throws DomainError BAD_USER_INPUT for any other text, NotFoundError when there is none.
   */
  async getByGlobalId(globalId: string): Promise<ProjectEntity> {
    if (rowIdOf(globalId, 'Project') === null) {
      throw new DomainError('BAD_USER_INPUT', `Not the id of a Project: ${globalId}`);
    }
    return this.resolve(globalId);
  }

  findById(id: number): Promise<ProjectEntity | null> {
    return this.projects.findOneBy({ id });
  }

  /** In no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<ProjectEntity[]> {
    return this.projects.findBy({ id: In([...ids]) });
  }

  /** The name is compared exactly, with case. */
  async findByName(name: string): Promise<ProjectEntity | null> {
    return isStorable(name) ? this.projects.findOneBy({ name }) : null;
  }

  /** In no particular order; unknown names are left out. */
  findByNames(names: readonly string[]): Promise<ProjectEntity[]> {
    return this.projects.findBy({ name: In([...names]) });
  }

  /**
   * Newest first: `limit` projects and, when another page follows, the one that opens it.
   * @throws UnprocessableError for a cursor that is no global id.
   */
  async page(cursor: string | undefined, limit = 100, search: ProjectSearch = {}) {
    const size = Math.min(limit, MAX_PAGE);
    const cursorId = parseCursor(cursor);
    const filter = filterOf(search);
    if (!filter) return { rows: [], next: null };
    const rows = await this.queries.page(cursorId, size + 1, filter);
    return { rows: rows.slice(0, size), next: rows[size] ?? null };
  }

  /** A part of the list by position. */
  async slice(order: ProjectOrder, search: ProjectSearch, slice: Slice): Promise<ProjectEntity[]> {
    const filter = filterOf(search);
    return filter ? this.queries.slice(order, filter, slice) : [];
  }

  async count(search: ProjectSearch = {}): Promise<number> {
    const filter = filterOf(search);
    return filter ? this.queries.count(filter) : 0;
  }

  /**
   * @param name taken as it is, blanks included.
   * @throws ConflictError when another project has the name.
   */
  async create(
    name: string,
    details: ProjectDetails,
    tx: EntityManager = this.dataSource.manager,
  ): Promise<ProjectEntity> {
    const row = { name, nameFolded: foldCase(name), ...given(details) };
    try {
      const { identifiers } = await tx.insert(ProjectEntity, row);
      return await tx.findOneByOrFail(ProjectEntity, { id: Number(identifiers[0]?.['id']) });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`A project with the name "${name}" already exists`);
    }
  }

  /** Says something else about a project; the name never changes. */
  async update(project: ProjectEntity, details: ProjectDetails): Promise<ProjectEntity> {
    const changes = given(details);
    if (Object.keys(changes).length === 0) return project;
    await this.projects.update({ id: project.id }, { ...changes, updatedAt: () => 'now()' });
    return this.projects.findOneByOrFail({ id: project.id });
  }

  /**
   * Removes a project with everything in it. Spans that name it later make a new one.
   * @throws ForbiddenError for the default project.
   */
  async delete(project: ProjectEntity): Promise<void> {
    if (project.name === DEFAULT_PROJECT) {
      throw new ForbiddenError(`The project "${DEFAULT_PROJECT}" cannot be deleted`);
    }
    const { id } = project;
    for (const contents of this.contents) await contents.empty(id);
    await inRetriedTransaction(this.dataSource, async (tx) => {
      // Writers of spans hold their projects while they write; from here on they wait.
      await this.queries.lock(tx, id);
      for (const contents of this.contents) await contents.removeRest(id, tx);
      await tx.delete(ProjectEntity, { id });
    });
  }
}

function given(details: ProjectDetails): Partial<ProjectEntity> {
  return Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Null when nothing can be meant. */
function filterOf({ nameContains = '', includeExperiments = false }: ProjectSearch) {
  return isStorable(nameContains)
    ? { foldedPart: foldCase(nameContains), includeExperiments }
    : null;
}
