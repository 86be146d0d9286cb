import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { NotFoundError } from '../common/errors.js';
import { rowIdOf } from '../common/global-id.js';
import { isStorable } from '../common/storable.js';
import { ProjectEntity } from './project.entity.js';

/** Decides everything about projects; REST and GraphQL both call it. */
@Injectable()
export class ProjectsService {
  constructor(
    @InjectRepository(ProjectEntity) private readonly projects: Repository<ProjectEntity>,
  ) {}

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
}
