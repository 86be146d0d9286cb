import { Injectable } from '@nestjs/common';
import { type BatchLoader, createLoaderById, loadInGroups } from '../../kernel/graphql/loaders.js';
import { toScoreFigures } from '../../evaluators/graphql/score-figures.type.js';
import { type Project, toProject } from '../../projects/graphql/project.type.js';
import { ProjectsService } from '../../projects/projects.service.js';
import type { EvaluationRuleRow } from '../evaluation-rules.service.js';
import { RuleUsesQueries } from '../rule-uses.queries.js';
import type { DailyScores } from './daily-scores.type.js';

interface RulesOfEvaluatorKey {
  evaluatorId: number;
  slice: { offset: number; limit: number };
}

interface DailyScoresKey {
  ruleId: number;
  days: number;
}

/** Loads the rules of evaluators and their scores, for all evaluators or rules of a page at once. */
@Injectable()
export class RuleUsesLoaders {
  readonly projects: BatchLoader<number, Project | null>;

  constructor(
    private readonly queries: RuleUsesQueries,
    projects: ProjectsService,
  ) {
    this.projects = createLoaderById((ids) => projects.findByIds(ids), toProject);
  }

  readonly ofEvaluators: BatchLoader<RulesOfEvaluatorKey, EvaluationRuleRow[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ slice }) => JSON.stringify(slice),
        async (group, { slice }) => {
          const ids = group.map(({ evaluatorId }) => evaluatorId);
          const rows = await this.queries.slicesByEvaluator(ids, slice);
          const byEvaluator = Map.groupBy(rows, ({ evaluatorId }) => evaluatorId);
          return ids.map((id) => byEvaluator.get(id) ?? []);
        },
        ({ slice }) => slice.limit,
      ),
  };

  /** By the row ID of the evaluator. */
  readonly counts: BatchLoader<number, number> = {
    batch: async (ids) => {
      const rows = await this.queries.countsByEvaluator(ids);
      const counts = new Map(rows.map(({ id, count }) => [id, count]));
      return ids.map((id) => counts.get(id) ?? 0);
    },
  };

  readonly dailyScores: BatchLoader<DailyScoresKey, DailyScores[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ days }) => String(days),
        async (group, { days }) => {
          const ids = group.map(({ ruleId }) => ruleId);
          const rows = await this.queries.readDays(ids, days);
          const byRule = Map.groupBy(rows, ({ ruleId }) => ruleId);
          return ids.map((id) =>
            [...Map.groupBy(byRule.get(id) ?? [], ({ day }) => day)].map(([day, sums]) => ({
              day,
              ...toScoreFigures(sums),
            })),
          );
        },
      ),
  };
}
