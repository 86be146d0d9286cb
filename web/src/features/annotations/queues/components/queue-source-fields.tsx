import { Checkbox, Input, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { ChoiceFilter } from '../../../../components/filters/choice-filter.js';
import { SpanKindIcon } from '../../../../components/spans/span-kind.js';
import { SPAN_KIND_LABEL, SPAN_KINDS } from '../../../../components/spans/span-kinds.js';
import {
  DEFAULT_TIME_RANGE_KEY,
  describeTimeRange,
  TIME_RANGE_PRESETS,
  type TimeRangeSearch,
} from '../../../../lib/time/time-range.js';
import type { QueueDraft, QueueSource } from '../queue-draft.js';
import classes from './queue-form.module.css';

const SOURCES: { value: QueueSource; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'random', label: 'Random sample' },
  { value: 'none', label: 'Empty' },
];

const KIND_CHOICES = SPAN_KINDS.map((kind) => ({
  value: kind,
  label: SPAN_KIND_LABEL[kind],
  icon: <SpanKindIcon kind={kind} size={14} />,
}));

interface QueueSourceFieldsProps {
  form: Pick<UseFormReturnType<QueueDraft>, 'values' | 'getInputProps' | 'setFieldValue'>;
  range: TimeRangeSearch;
  onRangeChange: (range: TimeRangeSearch) => void;
}

/** Which items a new queue begins with. */
export function QueueSourceFields({ form, range, onRangeChange }: QueueSourceFieldsProps) {
  const { source, target } = form.values;
  return (
    <>
      <Input.Wrapper label="Begin with" labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label="Begin with"
          data={SOURCES}
          {...form.getInputProps('source')}
        />
      </Input.Wrapper>
      {source === 'none' ? (
        <p className={classes.hint}>Select rows in a list later, and add them to the queue.</p>
      ) : (
        <>
          <div className={classes.pair}>
            <TextInput
              label="Number of items"
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps('limit')}
            />
            <RangeSelect range={range} onChange={onRangeChange} />
          </div>
          {target === 'SESSION' ? null : (
            <Checkbox
              label="Only failed items"
              {...form.getInputProps('failedOnly', { type: 'checkbox' })}
            />
          )}
          {target === 'SPAN' ? (
            <>
              <Checkbox
                label="Only root spans"
                {...form.getInputProps('rootsOnly', { type: 'checkbox' })}
              />
              <div>
                <ChoiceFilter
                  label="Kind"
                  choices={KIND_CHOICES}
                  value={form.values.kinds}
                  onChange={(kinds) => form.setFieldValue('kinds', kinds)}
                />
              </div>
              <TextInput
                label="Span names"
                description="Exact names, separated by commas. Leave empty for all."
                autoComplete="off"
                {...form.getInputProps('names')}
              />
            </>
          ) : null}
        </>
      )}
    </>
  );
}

/** Offers the preset ranges, and the range of the page if it is another one. */
function RangeSelect(props: {
  range: TimeRangeSearch;
  onChange: (range: TimeRangeSearch) => void;
}) {
  const [initial] = useState(props.range);
  const toKey = (range: TimeRangeSearch) =>
    (range.timeRangeStart ?? range.timeRangeEnd)
      ? 'custom'
      : (range.timeRangeKey ?? DEFAULT_TIME_RANGE_KEY);
  const initialKey = toKey(initial);
  const isPreset = TIME_RANGE_PRESETS.some(({ key }) => key === initialKey);
  return (
    <NativeSelect
      label="Time range"
      data={[
        ...(isPreset ? [] : [{ value: initialKey, label: describeTimeRange(initial) }]),
        ...TIME_RANGE_PRESETS.map(({ key, label }) => ({ value: key, label })),
      ]}
      value={toKey(props.range)}
      onChange={({ currentTarget: { value } }) =>
        props.onChange(value === initialKey ? initial : { timeRangeKey: value })
      }
    />
  );
}
