import { Autocomplete, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import type { DashboardChart } from '../api/dashboards.js';
import classes from './chart-editor.module.css';
import {
  AGGREGATIONS,
  hasMeasure,
  listGroupings,
  listMeasures,
  type Option,
} from './chart-options.js';

const MAX_GROUPS = 20;

interface FieldsProps {
  chart: DashboardChart;
  onChange: (parts: Partial<DashboardChart>) => void;
}

/** The fields for the aggregation and measure of a chart of rows. */
export function MeasureFields(props: FieldsProps & { annotations: string[] }) {
  const { chart, annotations, onChange } = props;
  return (
    <div className={classes.pair}>
      <Choices
        label="Show"
        options={AGGREGATIONS}
        value={chart.aggregation}
        onChange={(aggregation) => onChange({ aggregation })}
      />
      {hasMeasure(chart) ? (
        <Choices
          label="Number"
          options={listMeasures(chart.entity)}
          value={chart.measure}
          onChange={(measure) => onChange({ measure })}
        />
      ) : null}
      {chart.aggregation === 'MEAN_SCORE' ? (
        <Autocomplete
          label="Annotation"
          placeholder="correctness"
          required
          maxLength={500}
          data={annotations}
          value={chart.annotation ?? ''}
          onChange={(annotation) => onChange({ annotation })}
        />
      ) : null}
    </div>
  );
}

/** The fields for the grouping of a chart. */
export function GroupFields(props: FieldsProps & { attributes: string[] }) {
  const { chart, attributes, onChange } = props;
  return (
    <div className={classes.pair}>
      <Select
        label="Grouped by"
        placeholder="Not grouped"
        clearable
        allowDeselect
        data={[...listGroupings(chart.entity)]}
        value={chart.groupBy}
        onChange={(groupBy) => onChange({ groupBy })}
      />
      {chart.groupBy === 'ATTRIBUTE' ? (
        <Autocomplete
          label="Attribute"
          placeholder={chart.entity === 'METRICS' ? 'model' : 'metadata.tenant'}
          required
          maxLength={500}
          limit={20}
          data={attributes}
          value={chart.attribute ?? ''}
          onChange={(attribute) => onChange({ attribute })}
        />
      ) : null}
      {chart.groupBy ? (
        <GroupLimit value={chart.groupLimit} onChange={(groupLimit) => onChange({ groupLimit })} />
      ) : null}
    </div>
  );
}

/** How many groups a chart shows. The field can be empty while a number is typed. */
function GroupLimit(props: { value: number; onChange: (limit: number) => void }) {
  const [typed, setTyped] = useState<number | string>(props.value);
  return (
    <NumberInput
      label="Groups"
      min={1}
      max={MAX_GROUPS}
      allowDecimal={false}
      allowNegative={false}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        if (typeof next === 'number' && next >= 1 && next <= MAX_GROUPS) props.onChange(next);
      }}
      onBlur={() => setTyped(props.value)}
    />
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** A few choices side by side. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <div>
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={label}
        data={options.map((option) => ({ ...option }))}
        value={value ?? ''}
        onChange={(chosen) => onChange(chosen as Value)}
      />
    </div>
  );
}

/** Many choices in a list. */
function Choices<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={options.map((option) => ({ ...option }))}
      value={value}
      onChange={(chosen) => (chosen ? onChange(chosen) : undefined)}
    />
  );
}
