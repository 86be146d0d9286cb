/** Names of fields and variables whose values are shown to nobody, not even to their sender. */
const SECRET_NAME =
  /password|passphrase|secret|credential|^token$|(access|refresh|reset|id|api)[_-]?(token|key)$/i;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** True when a field of that name is anywhere in the value. */
export function holdsSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) => isSecretName(name) || holdsSecret(item));
}
