import { listConditionFields, type FieldDefinition, type FieldTable } from './field.js';
import { SESSION_FIELDS } from './session.js';
import { SPAN_FIELDS } from './span.js';
import { TRACE_FIELDS } from './trace.js';

const FIELDS: Record<'span' | 'trace' | 'session', FieldTable> = {
  span: SPAN_FIELDS,
  trace: TRACE_FIELDS,
  session: SESSION_FIELDS,
};

/**
 * Describes the times and numbers that conditions on spans, traces or sessions can name, in as few words as a
 * model needs: what they are, by their names, separated by commas.
 */
export function listNumbersAndTimes(of: 'span' | 'trace' | 'session'): Record<string, string> {
  const groups = Map.groupBy(listConditionFields(FIELDS[of]), ([, field]) => kindOf(field));
  groups.delete(null);
  return Object.fromEntries(
    [...groups].map(([kind, fields]) => [fields.map(([name]) => name).join(', '), kind!]),
  );
}

function kindOf({ type, unit }: FieldDefinition): string | null {
  if (type === 'datetime') return 'times';
  if (unit === 'spans' || unit === 'traces') return `numbers of ${unit}`;
  return unit ?? null;
}
