import { joinConditions, quote } from '../../../lib/filter-language/write-condition.js';
import type { DashboardChart } from '../api/dashboards.js';

/** Returns the condition for all that a chart counts; undefined for everything. */
export function writeChartCondition(chart: DashboardChart): string | undefined {
  const { entity, aggregation, annotation, condition } = chart;
  const own = condition ?? '';
  if (entity === 'METRICS') return own || undefined;
  if (aggregation === 'FAILED_COUNT') return joinConditions(own, HAS_FAILED[entity]);
  if (aggregation === 'MEAN_SCORE' && annotation) {
    const annotations = entity === 'SPANS' ? 'annotations' : ANNOTATIONS[entity];
    return joinConditions(own, `${annotations}[${quote(annotation)}].score is not None`);
  }
  return own || undefined;
}

/**
 * Returns the condition for what a group counts.
 * @param key null for what has no value to group by.
 */
export function writeGroupCondition(chart: DashboardChart, key: string | null): string | undefined {
  const { entity, groupBy, attribute } = chart;
  // Points have no list.
  if (entity === 'METRICS') return undefined;
  switch (groupBy) {
    case 'STATUS':
      if (entity === 'SPANS') return compare('status_code', key);
      return key === 'ERROR' ? HAS_FAILED[entity] : HAS_SUCCEEDED[entity];
    case 'NAME':
      // A condition on traces names spans only in a loop.
      return entity === 'SPANS'
        ? compare('name', key)
        : `any(s.${compare('name', key)} and s.parent_id is None for s in spans)`;
    case 'MODEL':
      return compare('llm.model_name', key);
    case 'SPAN_KIND':
      return compare('span_kind', key);
    case 'USER':
      return compare('user.id', key);
    case 'SESSION':
      return compare(entity === 'SPANS' ? 'session.id' : 'session_id', key);
    case 'ATTRIBUTE':
      return compareAttribute(writeAttribute(attribute ?? ''), key);
    default:
      return undefined;
  }
}

const HAS_FAILED = {
  SPANS: "status_code == 'ERROR'",
  TRACES: 'error_count > 0',
  SESSIONS: 'num_traces_with_error > 0',
};
const HAS_SUCCEEDED = { TRACES: 'error_count == 0', SESSIONS: 'num_traces_with_error == 0' };
const ANNOTATIONS = { TRACES: 'trace_annotations', SESSIONS: 'session_annotations' };

function compare(name: string, key: string | null): string {
  return key === null ? `${name} is None` : `${name} == ${quote(key)}`;
}

/** Keys of groups are texts, even if the attribute is a number. */
function compareAttribute(name: string, key: string | null): string {
  return key === null ? `${name} is None` : `str(${name}) == ${quote(key)}`;
}

function writeAttribute(attribute: string): string {
  const [first = '', ...rest] = attribute.split('.');
  const parts = rest.map((part) => `[${quote(part)}]`).join('');
  const isMetadata = first === 'metadata' && rest.length > 0;
  return isMetadata ? `metadata${parts}` : `attributes[${quote(first)}]${parts}`;
}
