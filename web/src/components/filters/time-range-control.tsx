import { Button, Divider, Popover, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CalendarClock, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import {
  DEFAULT_TIME_RANGE_KEY,
  describeTimeRange,
  TIME_RANGE_PRESETS,
  type TimeRangeSearch,
  toTimeRangeKey,
} from '../../lib/time/time-range.js';
import { parseLocalTime, formatLocalTime } from '../../lib/time/time.js';
import { getSystemTimeZone, getTimeZone, formatTimeZone } from '../../lib/time/time-zone.js';
import classes from './time-range-control.module.css';

interface TimeRangeControlProps {
  value: TimeRangeSearch;
  onChange: (range: TimeRangeSearch) => void;
}

/**
 * Selects a time range: a preset, a typed duration, or a start and an end in the user’s time zone.
 */
export function TimeRangeControl({ value, onChange }: TimeRangeControlProps) {
  const [opened, setOpened] = useState(false);
  const choose = (range: TimeRangeSearch) => {
    setOpened(false);
    onChange(range);
  };
  const isCustom = Boolean(value.timeRangeStart ?? value.timeRangeEnd);
  const key = isCustom ? undefined : (value.timeRangeKey ?? DEFAULT_TIME_RANGE_KEY);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={288} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-md"
          className={classes.target}
          leftSection={<CalendarClock size={15} aria-hidden />}
          rightSection={<ChevronDown size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
          aria-label={`Time range: ${describeTimeRange(value)}`}
        >
          {describeTimeRange(value)}
        </Button>
      </Popover.Target>
      {/* The control can be in a form, which must not be submitted with its forms. */}
      <Popover.Dropdown p={8} aria-label="Time range" onSubmit={(event) => event.stopPropagation()}>
        <TypedDuration onChoose={choose} />
        <ul className={classes.presets}>
          {TIME_RANGE_PRESETS.map((preset) => (
            <li key={preset.key}>
              <button
                type="button"
                className={classes.preset}
                aria-pressed={preset.key === key}
                onClick={() => choose({ timeRangeKey: preset.key })}
              >
                {preset.label}
                <span className={classes.key}>{preset.key === 'all' ? '' : preset.key}</span>
              </button>
            </li>
          ))}
        </ul>
        <Divider my={8} color="var(--line)" />
        <CustomRange key={JSON.stringify(value)} value={value} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function TypedDuration({ onChoose }: { onChoose: (range: TimeRangeSearch) => void }) {
  const form = useForm({
    initialValues: { duration: '' },
    validate: {
      duration: (duration) =>
        toTimeRangeKey(duration) ? null : 'Enter a number and a unit, such as 25m, 6h, 3d or 2w.',
    },
  });
  const apply = form.onSubmit(({ duration }) => {
    onChoose({ timeRangeKey: toTimeRangeKey(duration) });
  });
  return (
    <form onSubmit={apply}>
      <TextInput
        aria-label="Duration up to now"
        placeholder="25m, 6h, 3d…"
        data-autofocus
        {...form.getInputProps('duration')}
      />
    </form>
  );
}

function CustomRange({
  value,
  onChoose,
}: {
  value: TimeRangeSearch;
  onChoose: (range: TimeRangeSearch) => void;
}) {
  const form = useForm({
    initialValues: {
      start: formatLocalTime(value.timeRangeStart),
      end: formatLocalTime(value.timeRangeEnd),
    },
  });
  const { start, end } = form.values;
  const isReversed = start !== '' && end !== '' && start >= end;
  const apply = form.onSubmit(() => {
    onChoose({ timeRangeStart: parseLocalTime(start), timeRangeEnd: parseLocalTime(end) });
  });
  return (
    <form onSubmit={apply} className={classes.custom}>
      <TextInput
        type="datetime-local"
        label="From"
        max="9999-12-31T23:59"
        {...form.getInputProps('start')}
      />
      <TextInput
        type="datetime-local"
        label="Until"
        max="9999-12-31T23:59"
        {...form.getInputProps('end')}
        error={isReversed ? 'Must be after the start.' : undefined}
      />
      <div className={classes.customFoot}>
        <span>
          {formatTimeZone(getTimeZone() ?? getSystemTimeZone())}. Leave either field empty for an
          open range.
        </span>
        <Button
          type="submit"
          size="compact-sm"
          flex="none"
          disabled={isReversed || (!start && !end)}
        >
          Apply
        </Button>
      </div>
    </form>
  );
}
