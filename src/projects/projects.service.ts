import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, type Repository } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
} from '../kernel/errors/errors.js';
import { foldCase } from '../kernel/text/fold-case.js';
import { requireRowId, findRowId } from '../kernel/ids/global-id.js';
import { isStorable } from '../kernel/validation/storable.js';
import { isUniqueViolation } from '../kernel/errors/database-errors.js';
import { ProjectEntity } from './project.entity.js';
import { type ProjectPage, ProjectsQueries } from './projects.queries.js';

/** Type name in the global ID of a project. */
export const PROJECT_TYPE = 'Project';

/** Project for spans that name none, so it always exists. */
const DEFAULT_PROJECT = 'default';

/** The fields of a project other than its name. Absent and null fields stay unchanged. */
export interface ProjectDetails {
  description?: string | null;
  gradientStartColor?: string | null;
  gradientEndColor?: string | null;
  keepsMetrics?: boolean | null;
  prefersSentCosts?: boolean | null;
}

/** The fields of a project that are set when it is created. */
export interface NewProjectDetails extends ProjectDetails {
  /** Row ID of the project that decides who may see it. */
  parentId?: number | null;
}

/** Selects the projects to list. */
export interface ProjectSearch {
  /** Part of the name, ignoring case in any script. Matches all by default. */
  nameContains?: string;
  /** Whether to include the projects with the traces of experiments. Defaults to false. */
  includeExperiments?: boolean;
  /** Whether to include the projects with the traces of evaluators. Defaults to false. */
  includeEvaluators?: boolean;
}

/**
 * Data that a feature stores for projects, other than rows that a foreign key deletes with them.
 */
export interface ProjectContents {
  /** Deletes the data in short steps that never block others for long. */
  empty(projectId: number): Promise<void>;
  /** Deletes what has been added since. Nothing more can be added until the transaction ends. */
  removeRest(projectId: number, tx: EntityManager): Promise<void>;
}

/** Lists, finds, creates, changes and deletes projects, for REST and GraphQL. */
@Injectable()
export class ProjectsService {
  private readonly contents: ProjectContents[] = [];

  constructor(
    @InjectRepository(ProjectEntity) private readonly projects: Repository<ProjectEntity>,
    private readonly queries: ProjectsQueries,
    private readonly database: DatabaseWriter,
  ) {}

  /** Registers what else to delete with a project. */
  addContents(contents: ProjectContents): void {
    this.contents.push(contents);
  }

  /**
   * Resolves an identifier: a global ID, or else an exact name. A project's global ID is never
   * treated as a name.
   * @throws NotFoundError if the project does not exist.
   */
  async resolve(identifier: string): Promise<ProjectEntity> {
    const project = await this.find(identifier);
    if (!project) throw new NotFoundError(`Project "${identifier}" not found.`);
    return project;
  }

  /** Like `resolve`, but returns null if the project does not exist. */
  find(identifier: string): Promise<ProjectEntity | null> {
    const id = findRowId(identifier, PROJECT_TYPE);
    return id === null ? this.findByName(identifier) : this.findById(id);
  }

  /**
   * Gets a project by its global ID.
   * @throws DomainError BAD_USER_INPUT for any other text, NotFoundError if the project does not
   * exist.
   */
  async getByGlobalId(globalId: string): Promise<ProjectEntity> {
    requireRowId(globalId, PROJECT_TYPE);
    return this.resolve(globalId);
  }

  /**
   * Gets the project that a dataset or prompt is to belong to.
   * @param globalId null for none.
   * @returns its row ID.
   * @throws like `getByGlobalId`, and BadRequestError for a project that itself belongs to another.
   */
  async getOwnerId(globalId: string | null | undefined): Promise<number | null> {
    return globalId == null ? null : toOwnerId(await this.getByGlobalId(globalId));
  }

  /** Like `getOwnerId`, for a global ID or a name. */
  async resolveOwnerId(identifier: string): Promise<number> {
    return toOwnerId(await this.resolve(identifier));
  }

  /** Gets the project for what names none. */
  getDefault(): Promise<ProjectEntity> {
    return this.projects.findOneByOrFail({ name: DEFAULT_PROJECT });
  }

  findById(id: number): Promise<ProjectEntity | null> {
    return this.projects.findOneBy({ id });
  }

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<ProjectEntity[]> {
    return this.projects.findBy({ id: In([...ids]) });
  }

  /** Compares the name exactly, including case. */
  async findByName(name: string): Promise<ProjectEntity | null> {
    return isStorable(name) ? this.projects.findOneBy({ name }) : null;
  }

  /** Returns those that exist, in no particular order. */
  findByNames(names: readonly string[]): Promise<ProjectEntity[]> {
    return this.projects.findBy({ name: In([...names]) });
  }

  async list(search: ProjectSearch, page: ProjectPage): Promise<ProjectEntity[]> {
    const filter = toFilter(search);
    return filter ? this.queries.list(filter, page) : [];
  }

  async count(search: ProjectSearch = {}): Promise<number> {
    const filter = toFilter(search);
    return filter ? this.queries.count(filter) : 0;
  }

  /**
   * @param name stored unchanged, including spaces.
   * @throws ConflictError if another project has the name.
   */
  async create(
    name: string,
    details: NewProjectDetails,
    tx: EntityManager = this.database.manager,
  ): Promise<ProjectEntity> {
    const row = { name, nameFolded: foldCase(name), ...dropAbsent(details) };
    try {
      const { identifiers } = await tx.insert(ProjectEntity, row);
      return await tx.findOneByOrFail(ProjectEntity, { id: Number(identifiers[0]?.['id']) });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`Project "${name}" already exists.`);
    }
  }

  /** Changes the details of a project. Its name never changes. */
  async update(project: ProjectEntity, details: ProjectDetails): Promise<ProjectEntity> {
    const changes = dropAbsent(details);
    if (Object.keys(changes).length === 0) return project;
    await this.projects.update({ id: project.id }, { ...changes, updatedAt: () => 'now()' });
    return this.projects.findOneByOrFail({ id: project.id });
  }

  /**
   * Deletes a project with everything in it. Later spans that name it create a new project.
   * @throws ForbiddenError for the default project, ConflictError while datasets or prompts belong to
   * it.
   */
  async delete(project: ProjectEntity): Promise<void> {
    if (project.name === DEFAULT_PROJECT) {
      throw new ForbiddenError(`The project "${DEFAULT_PROJECT}" cannot be deleted.`);
    }
    const { id } = project;
    await this.refuseOwner(project);
    for (const contents of this.contents) await contents.empty(id);
    await this.database.inTransaction(async (tx) => {
      // Span writers lock their projects while they write. After this lock, they wait.
      await this.queries.lock(tx, id);
      for (const contents of this.contents) await contents.removeRest(id, tx);
      if (project.isPrivate) await this.queries.hideRemains(tx, id);
      await tx.delete(ProjectEntity, { id });
    });
  }

  /** They would otherwise be deleted with it, or be shown to everyone. */
  private async refuseOwner({ id, name }: ProjectEntity): Promise<void> {
    const { datasets, prompts } = await this.queries.countBelongings(id);
    if (datasets + prompts === 0) return;
    throw new ConflictError(
      `Datasets (${datasets}) or prompts (${prompts}) belong to the project "${name}". Delete them or move them to another project first.`,
    );
  }
}

function dropAbsent(details: NewProjectDetails): Partial<ProjectEntity> {
  return Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Null if no project can match. */
function toFilter({
  nameContains = '',
  includeExperiments = false,
  includeEvaluators = false,
}: ProjectSearch) {
  return isStorable(nameContains)
    ? { foldedPart: foldCase(nameContains), includeExperiments, includeEvaluators }
    : null;
}

function toOwnerId({ id, parentId }: ProjectEntity): number {
  if (parentId === null) return id;
  throw new BadRequestError(
    'That project has the traces of a dataset or rule. Choose the project that the dataset or rule belongs to.',
  );
}
