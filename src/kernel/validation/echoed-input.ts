import { stringifyJson } from '../json/json.js';

const MAX_LENGTH = 200;

/** Names of fields whose values are never shown, not even to their sender. */
const SECRET_NAME =
  /password|passphrase|secret|credential|^token$|(access|refresh|reset|id|api)[_-]?(token|key)$/i;

/**
 * Returns the part of the input that a violation may show; undefined if it is large, absurdly deep,
 * or named like a secret.
 * @param loc path of the value, as in the violation.
 */
export function echoInput(value: unknown, loc: readonly (string | number)[]): unknown {
  if (loc.some((step) => isSecretName(String(step)))) return undefined;
  try {
    if (stringifyJson(value).length > MAX_LENGTH || holdsSecret(value)) return undefined;
    return value;
  } catch {
    return undefined;
  }
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Returns whether any field of a value, at any depth, has such a name. */
function holdsSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) => isSecretName(name) || holdsSecret(item));
}
