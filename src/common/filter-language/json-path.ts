import type { Bind } from './grain.js';

/** SQL of a part of a `json` or `jsonb` value: texts name members, numbers count elements. */
export function jsonPath(sql: string, path: readonly (string | number)[], bind: Bind): string {
  const steps = path.map(
    (step) => ` -> ${bind(step)}::${typeof step === 'number' ? 'integer' : 'text'}`,
  );
  return steps.length === 0 ? sql : `(${sql}${steps.join('')})`;
}
