import { Injectable } from '@nestjs/common';
import { BadRequestError, ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import { requireRowId } from '../../kernel/ids/global-id.js';
import { ProjectsService } from '../../projects/projects.service.js';
import {
  type CostRecalculationRow,
  CostRecalculationsQueries,
  type StartRange,
} from './cost-recalculations.queries.js';

export const COST_RECALCULATION_TYPE = 'CostRecalculation';

/** Finished ones of a project to keep. */
const KEPT = 20;
const MAX_LISTED = 20;

/** Starts, lists and cancels recalculations, which `CostRecalculationLoop` runs. */
@Injectable()
export class CostRecalculationService {
  constructor(
    private readonly queries: CostRecalculationsQueries,
    private readonly projects: ProjectsService,
  ) {}

  /**
   * Starts pricing the LLM spans of a project that began in the range again. It goes on even if this
   * server stops.
   * @throws NotFoundError for an unknown project, BadRequestError if the range ends before it starts,
   * ConflictError if the costs of the project are already being recalculated.
   */
  async start(
    projectId: string,
    { start = null, end = null }: Partial<StartRange>,
  ): Promise<CostRecalculationRow> {
    const project = await this.projects.getByGlobalId(projectId);
    if (start !== null && end !== null && Date.parse(start) >= Date.parse(end)) {
      throw new BadRequestError('The range must end after it starts.');
    }
    const row = await this.queries.insert(project.id, { start, end });
    if (!row) {
      throw new ConflictError(
        `The costs of project "${project.name}" are already being recalculated. Wait until this has finished, or cancel it.`,
      );
    }
    await this.queries.deleteOld(project.id, KEPT);
    return row;
  }

  /** The newest ones of all projects, newest first. */
  list(): Promise<CostRecalculationRow[]> {
    return this.queries.list(MAX_LISTED);
  }

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<CostRecalculationRow[]> {
    return this.queries.findByIds(ids);
  }

  /**
   * Stops a recalculation. Spans that were priced again keep their new cost.
   * @throws NotFoundError if it does not exist, ConflictError if it has finished.
   */
  async cancel(globalId: string): Promise<CostRecalculationRow> {
    const id = requireRowId(globalId, COST_RECALCULATION_TYPE);
    const canceled = await this.queries.cancel(id);
    if (canceled) return canceled;
    const [known] = await this.queries.findByIds([id]);
    if (!known) throw new NotFoundError(`Recalculation "${globalId}" not found.`);
    throw new ConflictError('This recalculation has already finished.');
  }

  /** Counts the new spans that wait to be priced, of all projects. */
  countUnpriced(): Promise<number> {
    return this.queries.countUnpriced();
  }
}
