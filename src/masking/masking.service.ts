import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { AuditService } from '../audit/audit.service.js';
import type { Identity } from '../kernel/access/access.js';
import type { MaskRules } from './mask-rules.contract.js';
import { selectColumns } from '../database/columns.js';
import { ProjectMasksEntity } from './project-masks.entity.js';
import type { ProjectEntity } from '../projects/project.entity.js';
import { PROJECT_TYPE, ProjectsService } from '../projects/projects.service.js';
import { MasksService } from './masks.service.js';

/** The rules of a project, which none has changed while `updatedAt` is null. */
export interface ProjectMasking extends MaskRules {
  updatedAt: string | null;
}

interface StoredRules {
  projectId: number;
  rules: MaskRules;
  updatedAt: string;
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
    const rows = await this.database.query<StoredRules[]>(
      `SELECT ${selectColumns(ProjectMasksEntity, 'm')} FROM project_masks m
        WHERE project_id = ANY($1)`,
      [projectIds],
    );
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
      await tx.query(
        `INSERT INTO project_masks (project_id, rules) VALUES ($1, $2)
         ON CONFLICT (project_id) DO UPDATE SET rules = excluded.rules, updated_at = now()`,
        [project.id, JSON.stringify(rules)],
      );
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
