import { Injectable } from '@nestjs/common';
import { type BatchLoader, createLoaderById, sortByKeys } from '../../kernel/graphql/loaders.js';
import { EvaluatorsService } from '../../evaluators/evaluators.service.js';
import { type Evaluator, toEvaluator } from '../../evaluators/graphql/evaluator.type.js';
import { type Project, toProject } from '../../projects/graphql/project.type.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { toUser, type User } from '../../users/graphql/user.type.js';
import { UsersService } from '../../users/users.service.js';
import { type BackfillRow, BackfillsService } from '../backfills.service.js';
import {
  type EvaluationRuleFigures,
  type EvaluationRuleRow,
  EvaluationRulesService,
} from '../evaluation-rules.service.js';
import { type EvaluationRule, toEvaluationRule } from './evaluation-rule.type.js';

/** Loads rules and what belongs to them, for all rules of a page at once. */
@Injectable()
export class EvaluationRulesLoaders {
  readonly byId: BatchLoader<number, EvaluationRule | null>;
  /** By name. */
  readonly ofProject: BatchLoader<number, EvaluationRuleRow[]>;
  readonly figures: BatchLoader<number, EvaluationRuleFigures>;
  /** The last one of each rule. */
  readonly backfills: BatchLoader<number, BackfillRow | null>;
  readonly evaluators: BatchLoader<number, Evaluator | null>;
  readonly users: BatchLoader<number, User | null>;
  /** By name; null if the project has been deleted. */
  readonly projects: BatchLoader<string, Project | null>;

  constructor(
    rules: EvaluationRulesService,
    backfills: BackfillsService,
    evaluators: EvaluatorsService,
    users: UsersService,
    projects: ProjectsService,
  ) {
    this.byId = createLoaderById((ids) => rules.findByIds(ids), toEvaluationRule);
    this.ofProject = { batch: (ids) => rules.listByProject(ids) };
    this.figures = { batch: (ids) => rules.readFigures(ids) };
    this.backfills = { batch: (ids) => backfills.findByRules(ids) };
    this.evaluators = createLoaderById((ids) => evaluators.findByIds(ids), toEvaluator);
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
    this.projects = {
      batch: async (names) => {
        const found = (await projects.findByNames(names)).map(toProject);
        return sortByKeys(names, found, ({ name }) => name);
      },
    };
  }
}
