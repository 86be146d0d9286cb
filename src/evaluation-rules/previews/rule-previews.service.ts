import { Injectable } from '@nestjs/common';
import type { Identity } from '../../kernel/access/access.js';
import { DomainError } from '../../kernel/errors/errors.js';
import type { JsonObject } from '../../kernel/json/json.js';
import {
  type Judge,
  type Judgment,
  JudgesService,
} from '../../evaluators/judging/judges.service.js';
import { PlaygroundProjectsService } from '../../projects/access/playground-projects.service.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { type EvaluationRuleDraft, EvaluationRulesService } from '../evaluation-rules.service.js';
import { type Selecting, type SubjectKey, SubjectsService } from '../running/subjects.service.js';

/** For one evaluation. They run side by side. */
const MAX_MS = 60_000;

/** A rule to try, which need not be stored. */
export interface RulePreview extends Pick<
  EvaluationRuleDraft,
  'target' | 'condition' | 'evaluatorId' | 'inputMapping'
> {
  /** Global ID. */
  projectId: string;
  /** The most spans, traces or sessions to evaluate. */
  count: number;
}

/** The evaluation of one span, trace or session by the evaluator of a rule, or the error. */
export interface PreviewedSubject extends Pick<Judgment, 'evaluation' | 'error'> {
  key: SubjectKey;
  /** The input of the evaluator, by name. */
  inputs: JsonObject;
}

/** Tries rules before they are saved. */
@Injectable()
export class RulePreviewsService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly rules: EvaluationRulesService,
    private readonly subjects: SubjectsService,
    private readonly judges: JudgesService,
    private readonly playgrounds: PlaygroundProjectsService,
  ) {}

  /**
   * Evaluates the newest spans, traces or sessions that meet the condition, without storing what the
   * evaluator says. A failure of one does not affect the others.
   * @throws NotFoundError for an unknown project or evaluator, FilterSyntaxError or EvaluationError
   * for a mistake in the condition or the mapping, BadRequestError if finding them takes too long or
   * the evaluator cannot be used, and UnavailableError if the server has too much to do.
   */
  async run(
    { projectId, count, ...draft }: RulePreview,
    caller: Identity,
  ): Promise<PreviewedSubject[]> {
    const { id } = await this.projects.getByGlobalId(projectId);
    const { target } = draft;
    const content = await this.rules.readContent(target, { ...draft, maxCostPerDay: null }, null);
    const projectName = await this.playgrounds.choose(caller);
    const use = { ...content, name: 'preview', outputConfigs: null, projectName };
    const judge = await this.judges.prepareUse(use, `project ${id}`);
    const rule = { projectId: id, target, condition: draft.condition };
    const keys = await this.subjects.listNewest(rule, count);
    const found = await Promise.all(keys.map((key) => this.runOne(rule, key, judge)));
    return found.filter((subject) => subject !== null);
  }

  /** Returns null if it no longer exists or no longer meets the condition. */
  private async runOne(
    rule: Selecting,
    key: SubjectKey,
    judge: Judge,
  ): Promise<PreviewedSubject | null> {
    const context = await this.subjects.read(rule, key);
    if (!context) return null;
    const inputs = judge.readInputs(context);
    const signal = AbortSignal.timeout(MAX_MS);
    try {
      const { evaluation, error } = await judge.judge(context, signal);
      return { key, inputs, evaluation, error };
    } catch (error) {
      if (error instanceof DomainError || !signal.aborted) throw error;
      const message = `The evaluator took longer than ${MAX_MS / 1000} seconds.`;
      return { key, inputs, evaluation: null, error: message };
    }
  }
}
