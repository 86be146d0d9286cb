import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { isForeignKeyViolation, isUniqueViolation } from '../kernel/errors/database-errors.js';
import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
} from '../kernel/errors/errors.js';
import { toGlobalId } from '../kernel/ids/global-id.js';
import type { PricedCounts } from '../spans/cost-details.js';
import { MeasuresService } from '../tracing/figures/measures/measures.service.js';
import { recordEventFor } from '../webhooks/webhook-events.contract.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { MailService } from '../mail/mail.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { UsersService } from '../users/users.service.js';
import { WebhooksService } from '../webhooks/webhooks.service.js';
import type { AlertEventEntity } from './alert-event.entity.js';
import { ALERT_RULE_TYPE, writeEvent, writeLetter } from './alert-message.js';
import {
  type AlertRuleContent,
  type AlertRuleRow,
  AlertRulesQueries,
} from './alert-rules.queries.js';
import type { AlertSubject } from './alert-rule.entity.js';
import {
  AlertMeasuresService,
  type MeasuredPoint,
  type Measurement,
  type PreviewedAlertRule,
} from './alert-measures.service.js';
import { writeHeading } from './alert-text.js';
import { isBeyond } from './is-beyond.js';

export { ALERT_RULE_TYPE } from './alert-message.js';
export type { AlertEventEntity } from './alert-event.entity.js';
export type { AlertRuleContent, AlertRuleRow } from './alert-rules.queries.js';

const MAX_RULES = { perProject: 200, all: 2_000 };

/** Webhooks, and people, that one rule tells. */
export const MAX_RECEIVERS = 20;

/** The windows of rules, in minutes. Rules with the same window are measured together. */
export const WINDOWS: readonly number[] = [5, 15, 30, 60, 360, 1_440, 10_080];

export const MAX_CONDITION_LENGTH = 4_000;
export const MAX_QUIET_MINUTES = 7 * 1_440;

/** Changes to a rule. Absent fields stay. */
export type AlertRuleChanges = Partial<AlertRuleContent>;

/** The result of testing a rule: its row, and its current value. */
export interface TestedRule extends Measurement {
  row: AlertRuleRow;
  /** The calls that the cost covers; null for other measures, or if they could not be counted. */
  priced: PricedCounts | null;
}

/** Lists, creates, changes and deletes rules. All IDs are row IDs unless they say otherwise. */
@Injectable()
export class AlertRulesService {
  constructor(
    private readonly database: DatabaseWriter,
    @Inject(ENV) private readonly env: Env,
    private readonly queries: AlertRulesQueries,
    private readonly projects: ProjectsService,
    private readonly measures: AlertMeasuresService,
    private readonly figures: MeasuresService,
    private readonly webhooks: WebhooksService,
    private readonly users: UsersService,
    private readonly mail: MailService,
  ) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<AlertRuleRow[]> {
    return this.queries.findByIds(ids);
  }

  /** Lists the rules of each project, by name. */
  async listByProject(projectIds: readonly number[]): Promise<AlertRuleRow[][]> {
    const rows = await this.queries.listByProjects(projectIds);
    const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
    return projectIds.map((id) => byProject.get(id) ?? []);
  }

  /** Lists when rules of a project began to fire and resolved, newest first. */
  listEvents(projectId: number, before: number | null, limit: number): Promise<AlertEventEntity[]> {
    return this.queries.listEvents(projectId, before, limit);
  }

  /**
   * Creates a rule.
   * @param projectId global ID.
   * @throws NotFoundError for an unknown project, webhook or user, FilterSyntaxError for a mistake in
   * the condition, BadRequestError for parts that do not fit together, ConflictError if the name is
   * taken or there are too many.
   */
  async create(
    projectId: string,
    draft: AlertRuleContent,
    caller: Identity,
  ): Promise<AlertRuleRow> {
    const project = await this.projects.getByGlobalId(projectId);
    const content = await this.readContent(draft, draft, caller);
    await this.figures.assertFitsMetric(project.id, content);
    return this.write(content.name, async (tx) => {
      const origin = { projectId: project.id, userId: caller.userId };
      const id = await this.queries.insert(tx, origin, content, MAX_RULES);
      if (id !== null) return id;
      throw new ConflictError(
        `There are ${MAX_RULES.perProject} alert rules in this project or ${MAX_RULES.all} in all already. Delete one that you no longer need.`,
      );
    });
  }

  /** Changes a rule, and evaluates it at once. @throws like `create`. */
  async update(id: number, changes: AlertRuleChanges, caller: Identity): Promise<AlertRuleRow> {
    const known = await this.get(id);
    const added = {
      webhookIds: changes.webhookIds?.filter((one) => !known.webhookIds.includes(one)) ?? [],
      userIds: changes.userIds?.filter((one) => !known.userIds.includes(one)) ?? [],
    };
    const content = await this.readContent({ ...known, ...changes }, added, caller);
    await this.figures.assertFitsMetric(known.projectId, content);
    return this.write(changes.name ?? known.name, async (tx) => {
      const [locked] = await this.queries.lock(tx, [id]);
      if (!locked) throw createNotFound([id]);
      // Somebody else may have changed other fields since.
      const content = { ...locked, ...changes };
      this.assertMeasurable(content);
      await this.queries.update(tx, id, content);
      return id;
    });
  }

  /**
   * Deletes rules with their history, or none if one does not exist.
   * @throws NotFoundError that names the unknown ones.
   */
  async delete(ids: readonly number[]): Promise<void> {
    await this.database.inTransaction(async (tx) => {
      const known = new Set((await this.queries.lock(tx, ids)).map((row) => row.id));
      const unknown = ids.filter((id) => !known.has(id));
      if (unknown.length > 0) throw createNotFound(unknown);
      await this.queries.delete(tx, ids);
    });
  }

  /**
   * Measures a rule now, and sends the result to everyone whom it tells.
   * @throws NotFoundError, BadRequestError if measuring takes too long.
   */
  async test(id: number): Promise<TestedRule> {
    const row = await this.get(id);
    const project = await this.projects.findById(row.projectId);
    if (!project) throw createNotFound([id]);
    const now = new Date();
    const { value, groups } = await this.measures.measure(row, now);
    const priced = await this.measures.countPriced(row, now);
    const beyond = groups && groups.filter((group) => isBeyond(row, group.value));
    const event = writeEvent(row, project.name, 'test', { value, groups: beyond, priced });
    await recordEventFor(this.database, row.webhookIds, event);
    const letter = writeLetter(event, writeHeading(row, project.name, 'test'), this.env.rootUrl);
    for (const email of await this.queries.findEmails(row)) await this.mail.send(email, letter);
    return { row, value, groups, priced };
  }

  /**
   * Measures a rule that is not saved in windows of the past.
   * @throws what creating the rule throws, and BadRequestError if it takes too long.
   */
  async preview(rule: PreviewedAlertRule): Promise<MeasuredPoint[]> {
    this.assertMeasurable(rule);
    return this.measures.preview(rule, new Date());
  }

  private async get(id: number): Promise<AlertRuleRow> {
    const [row] = await this.queries.findByIds([id]);
    if (!row) throw createNotFound([id]);
    return row;
  }

  /** Checks a rule, but of its receivers only those that are added: others may have been deleted. */
  private async readContent(
    content: AlertRuleContent,
    { webhookIds, userIds }: Pick<AlertRuleContent, 'webhookIds' | 'userIds'>,
    caller: Identity,
  ): Promise<AlertRuleContent> {
    this.assertMeasurable(content);
    await this.webhooks.assertExist(webhookIds);
    // Only administrators can list people, and this would tell who exists.
    if (caller.role !== 'ADMIN' && userIds.some((id) => id !== caller.userId)) {
      throw new ForbiddenError(
        'Members can only add themselves to the people who get email. Ask an administrator to add others.',
      );
    }
    const known = new Set((await this.users.findByIds(userIds)).map(({ id }) => id));
    const unknown = userIds.find((id) => !known.has(id));
    if (unknown === undefined) return content;
    throw new NotFoundError(`User "${toGlobalId('User', unknown)}" not found.`);
  }

  /** @throws like `create`. */
  private assertMeasurable(content: AlertSubject): void {
    if (content.measure !== 'SCORE' && content.annotation !== null) {
      throw new BadRequestError(
        'Only a rule that measures SCORE has an annotation. Choose that measure, or leave it out.',
      );
    }
    if (content.groupBy !== 'ATTRIBUTE' && content.groupAttribute !== null) {
      throw new BadRequestError(
        'Only a rule that is grouped by ATTRIBUTE has a group attribute. Choose that grouping, or leave it out.',
      );
    }
    if (content.target !== 'METRICS' && content.metric !== null) {
      throw new BadRequestError(
        'Only a rule on METRICS has a metric. Choose that target, or leave it out.',
      );
    }
    // A week ago, other groups were the largest, and the largest groups are not those with the largest changes.
    if (content.groupBy !== null && content.baseline !== 'NONE') {
      throw new BadRequestError(
        'A rule with groups cannot be compared with a week earlier. Choose the baseline NONE, or leave out the groups.',
      );
    }
    if (!WINDOWS.includes(content.windowMinutes)) {
      throw new BadRequestError(`The window must be one of ${WINDOWS.join(', ')} minutes.`);
    }
    this.figures.check(content);
  }

  private async write(
    name: string,
    work: (tx: EntityManager) => Promise<number>,
  ): Promise<AlertRuleRow> {
    try {
      return await this.database.inTransaction(async (tx) => {
        const id = await work(tx);
        const [row] = await this.queries.findByIds([id], tx);
        if (!row) throw createNotFound([id]);
        return row;
      });
    } catch (error) {
      if (isUniqueViolation(error)) {
        throw new ConflictError(
          `An alert rule named "${name}" already exists. Choose another name.`,
        );
      }
      if (!isForeignKeyViolation(error)) throw error;
      throw new NotFoundError('The project no longer exists.');
    }
  }
}

function createNotFound(ids: readonly number[]): NotFoundError {
  const names = ids.map((id) => `"${toGlobalId(ALERT_RULE_TYPE, id)}"`).join(', ');
  return new NotFoundError(`Alert rule${ids.length === 1 ? '' : 's'} ${names} not found.`);
}
