import { NotFoundError } from '../kernel/errors/errors.js';
import { toGlobalId } from '../kernel/ids/global-id.js';

/** Type name in the global ID of a rule. */
export const EVALUATION_RULE_TYPE = 'EvaluationRule';

/** Names unknown rules by their row IDs. */
export function ruleNotFound(ids: readonly number[]): NotFoundError {
  const names = ids.map((id) => `"${toGlobalId(EVALUATION_RULE_TYPE, id)}"`);
  return new NotFoundError(
    `${names.length === 1 ? 'Rule' : 'Rules'} ${names.join(', ')} not found.`,
  );
}
