import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../kernel/errors/errors.js';
import { toGlobalId } from '../kernel/ids/global-id.js';
import { foldCase } from '../kernel/text/fold-case.js';
import { isStorable } from '../kernel/validation/storable.js';
import { BUILT_IN_EVALUATORS } from './built-in/built-in-evaluators.js';
import {
  type EvaluatorOrder,
  type EvaluatorRow,
  type EvaluatorSelection,
  EvaluatorsQueries,
} from './evaluators.queries.js';

export type { EvaluatorOrder, EvaluatorRow } from './evaluators.queries.js';

/** Type names in the global IDs of evaluators. */
export const EVALUATOR_TYPES = {
  LLM: 'LLMEvaluator',
  CODE: 'CodeEvaluator',
  BUILTIN: 'BuiltInEvaluator',
} as const;

/** Selects the evaluators of a list. */
export interface EvaluatorFilter {
  /** Part of the name, or of the name under which a dataset uses it, ignoring case; null for all. */
  name: string | null;
  /** Whether built-in evaluators that no dataset uses are listed, too. */
  withUnusedBuiltIn: boolean;
}

/** Lists and finds evaluators. All ids are row IDs. */
@Injectable()
export class EvaluatorsService {
  constructor(private readonly queries: EvaluatorsQueries) {}

  /** Creates the rows of built-in evaluators. Every server does it at startup. */
  async createBuiltIn(): Promise<void> {
    await this.queries.insertBuiltIn(BUILT_IN_EVALUATORS);
  }

  /** Lists the built-in evaluators, whether or not they are attached to a dataset. */
  async listBuiltIn(): Promise<EvaluatorRow[]> {
    const names = BUILT_IN_EVALUATORS.map(({ name }) => name);
    const rows = await this.queries.findBuiltIn(names);
    return rows.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  }

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<EvaluatorRow[]> {
    return this.queries.findByIds(ids);
  }

  /** @throws NotFoundError if it does not exist, or is of another kind. */
  async get(id: number, kind: EvaluatorRow['kind']): Promise<EvaluatorRow> {
    const [evaluator] = await this.queries.findByIds([id]);
    if (evaluator?.kind === kind) return evaluator;
    throw new NotFoundError(`Evaluator "${toGlobalId(EVALUATOR_TYPES[kind], id)}" not found.`);
  }

  /** Lists part of the evaluators. */
  async listSlice(
    filter: EvaluatorFilter,
    order: EvaluatorOrder,
    slice: { offset: number; limit: number },
  ): Promise<EvaluatorRow[]> {
    const selection = toSelection(filter);
    return selection === null ? [] : this.queries.listSlice(selection, order, slice);
  }

  /** The length of the list. */
  async count(filter: EvaluatorFilter): Promise<number> {
    const selection = toSelection(filter);
    return selection === null ? 0 : this.queries.count(selection);
  }
}

/** Null if no name can match. */
function toSelection({ name, withUnusedBuiltIn }: EvaluatorFilter): EvaluatorSelection | null {
  if (name && !isStorable(name)) return null;
  return { foldedPart: foldCase(name ?? ''), withUnusedBuiltIn };
}
