import { Button } from '@mantine/core';
import { CalendarSearch, ListFilter } from 'lucide-react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { describeTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';

interface NoRowsProps {
  /** The plural noun for the rows, such as `traces`. */
  nouns: string;
  range: TimeRangeSearch;
  isFiltered: boolean;
  onClearFilters: () => void;
  onAllTime: () => void;
}

/**
 * Explains why a list is empty although the project has data: because of the filters or the time
 * range.
 */
export function NoRows({ nouns, range, isFiltered, onClearFilters, onAllTime }: NoRowsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={ListFilter}
        title={`No ${nouns} match the filters`}
        action={
          <Button variant="default" onClick={onClearFilters}>
            Clear filters
          </Button>
        }
      >
        Clear the filters to see all {nouns} in “{describeTimeRange(range)}”.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={CalendarSearch}
      title={`No ${nouns} in this time range`}
      action={
        range.timeRangeKey === 'all' ? null : (
          <Button variant="default" onClick={onAllTime}>
            Show all time
          </Button>
        )
      }
    >
      Nothing was recorded in “{describeTimeRange(range)}”.
    </EmptyState>
  );
}
