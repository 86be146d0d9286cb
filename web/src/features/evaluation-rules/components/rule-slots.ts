import type { TimeRangeSearch } from '../../../lib/time/time-range.js';

/** The lists of a project whose rows rules evaluate. */
export type RuleTab = 'spans' | 'traces' | 'sessions';

/** A field for a condition on the rows of a list of the project. */
export interface ConditionSlotProps {
  tab: RuleTab;
  label: string;
  /** The initial text of the field. */
  condition: string;
  onChange: (condition: string) => void;
}

/** Charts of the annotations of the project with one name. */
export interface HistorySlotProps {
  tab: RuleTab;
  name: string;
  range: TimeRangeSearch;
}
