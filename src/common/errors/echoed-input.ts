import { stringifyJson } from '../json/json.js';
import { holdsSecret, isSecretName } from './secret-names.js';

const LONGEST = 200;

/**
 * What a violation shows of the input: nothing when it is large, absurdly deep, or a secret by its
 * name.
 * @param loc where the value was, as the violation tells it.
 */
export function echoedInput(value: unknown, loc: readonly (string | number)[]): unknown {
  if (loc.some((step) => isSecretName(String(step)))) return undefined;
  try {
    if (stringifyJson(value).length > LONGEST || holdsSecret(value)) return undefined;
    return value;
  } catch {
    return undefined;
  }
}
