import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { AuditService } from '../audit/audit.service.js';
import type { Identity } from '../kernel/access/access.js';
import type { MaskRules } from './mask-rules.contract.js';
import { listRules, replaceRules } from './masks.queries.js';
import type { ProjectEntity } from '../projects/project.entity.js';
import { PROJECT_TYPE, ProjectsService } from '../projects/projects.service.js';
import { MasksService } from './masks.service.js';

/** The rules of a project, which none has changed while `updatedAt` is null. */
export interface ProjectMasking extends MaskRules {
  updatedAt: string | null;
}

const NO_RULES: ProjectMasking = { keys: [], kinds: [], patterns: [], updatedAt: null };

/** Reads and changes what is not stored of the spans of a project. */
@Injectable()
export class MaskingService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly projects: ProjectsService,
    private readonly masks: MasksService,
    private readonly audit: AuditService,
  ) {}

  /** Returns the rules of each project. */
  async listByProject(projectIds: readonly number[]): Promise<ProjectMasking[]> {
    const rows = await listRules(this.database, projectIds);
    const byProject = new Map(rows.map((row) => [row.projectId, row]));
    return projectIds.map((id) => {
      const row = byProject.get(id);
      return row ? { ...row.rules, updatedAt: row.updatedAt } : NO_RULES;
    });
  }

  /**
   * Replaces the rules of a project. This server masks by them from now on, others after some seconds.
   * @param globalId of the project.
   * @throws NotFoundError
   */
  async replace(globalId: string, rules: MaskRules, actor: Identity): Promise<ProjectEntity> {
    const project = await this.projects.getByGlobalId(globalId);
    await this.database.inTransaction(async (tx) => {
      await replaceRules(tx, project.id, rules);
      const entry = {
        action: 'masking.changed',
        actor,
        subject: { type: PROJECT_TYPE, id: project.id, name: project.name },
        details: { ...rules },
      };
      await this.audit.record(entry, tx);
    });
    await this.masks.refresh();
    return project;
  }
}
