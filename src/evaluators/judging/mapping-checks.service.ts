import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { findBuiltInEvaluator } from '../built-in/built-in-evaluators.js';
import { checkMapping, CodeEvaluatorsService } from '../code/code-evaluators.service.js';
import { checkPaths, type InputMapping, NO_MAPPING } from '../evaluation/input-mapping.js';
import type { EvaluatorRow } from '../evaluators.service.js';

export type { InputMapping } from '../evaluation/input-mapping.js';

/** Finds mistakes in input mappings before they are used. */
@Injectable()
export class MappingChecksService {
  constructor(private readonly codeEvaluators: CodeEvaluatorsService) {}

  /**
   * Returns the mapping to use with an evaluator.
   * @param mapping null for that of the evaluator.
   * @throws EvaluationError for malformed paths and for inputs that the evaluator does not have.
   */
  async read(evaluator: EvaluatorRow, mapping: InputMapping | null): Promise<InputMapping> {
    const chosen = mapping ?? evaluator.inputMapping ?? NO_MAPPING;
    checkPaths(chosen);
    if (evaluator.kind === 'CODE') {
      const { parameters } = await this.codeEvaluators.getCurrent(evaluator);
      checkMapping(parameters, chosen);
    } else if (evaluator.kind === 'BUILTIN') {
      const { name } = evaluator;
      const definition = findBuiltInEvaluator(name);
      if (!definition) throw new NotFoundError(`Built-in evaluator "${name}" not found.`);
      definition.checkMapping(chosen);
    }
    return chosen;
  }
}
