import type { TimeRangeSearch } from '../../../lib/time/time-range.js';

/** What rules evaluate, as the lists of a project. */
export type RuleTab = 'spans' | 'traces' | 'sessions';

/** A field for a condition on the rows of a list of the project. */
export interface ConditionSlotProps {
  tab: RuleTab;
  label: string;
  /** What the field starts with. */
  condition: string;
  onChange: (condition: string) => void;
}

/** Charts of the annotations of the project with one name. */
export interface HistorySlotProps {
  tab: RuleTab;
  name: string;
  range: TimeRangeSearch;
}
