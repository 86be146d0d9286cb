import { NativeSelect } from '@mantine/core';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { ColumnChip } from './column-chip.js';
import classes from './column-lanes.module.css';
import { type Bucket, type ColumnPlan, listColumns, changeColumnTarget } from './column-plan.js';
import { LANE_TEXTS, LANES } from './lanes.js';

/** The dragged column, by name. */
const DRAGGED = 'application/x-spandrel-column';

interface ColumnLanesProps {
  plan: ColumnPlan;
  isDisabled: boolean;
  onChange: (plan: ColumnPlan) => void;
}

/**
 * Shows which column becomes which part of the examples. Users move columns by dragging, with a
 * menu, or with the arrow keys.
 */
export function ColumnLanes({ plan, isDisabled, onChange }: ColumnLanesProps) {
  const lanes = useRef<HTMLDivElement>(null);
  // A moved column is rendered again in another lane and must keep the focus.
  const moved = useRef<string | undefined>(undefined);
  useEffect(() => {
    const name = moved.current;
    if (name === undefined) return;
    moved.current = undefined;
    const chips = lanes.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [];
    [...chips].find((chip) => chip.dataset['column'] === name)?.focus();
  });
  const move = (name: string, bucket: Bucket | null) => {
    if (isDisabled) return;
    moved.current = name;
    onChange(changeColumnTarget(plan, name, { bucket }));
  };

  return (
    <>
      <div className={classes.lanes} ref={lanes}>
        {LANES.map((bucket) => (
          <Lane key={bucket} bucket={bucket} onDropped={(name) => move(name, bucket)}>
            {listColumns(plan, bucket).map((column) => (
              <ColumnChip
                key={column.name}
                column={column}
                isDisabled={isDisabled}
                onDragStart={(event) => event.dataTransfer.setData(DRAGGED, column.name)}
                onMove={(next) => move(column.name, next)}
                onFlatten={(isFlattened) =>
                  onChange(changeColumnTarget(plan, column.name, { isFlattened }))
                }
              />
            ))}
          </Lane>
        ))}
      </div>
      <div className={classes.meanings}>
        <Meaning
          label="Example ID"
          description="Uploading the same ID again updates the example instead of adding one."
          field="exampleId"
          {...{ plan, isDisabled, onChange }}
        />
        <Meaning
          label="Splits"
          description="A name, or a JSON list of names."
          field="split"
          {...{ plan, isDisabled, onChange }}
        />
        <Meaning
          label="Span ID"
          description="Links the example to the span it came from."
          field="spanId"
          {...{ plan, isDisabled, onChange }}
        />
      </div>
    </>
  );
}

interface LaneProps {
  bucket: Bucket | null;
  onDropped: (name: string) => void;
  children: React.ReactNode[];
}

function Lane({ bucket, onDropped, children }: LaneProps) {
  const [isOver, setIsOver] = useState(false);
  const { title, hint } = LANE_TEXTS[bucket ?? 'none'];
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    setIsOver(true);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const name = event.dataTransfer.getData(DRAGGED);
    if (name !== '') onDropped(name);
  };
  return (
    <section aria-label={title}>
      <div
        className={classes.lane}
        data-over={isOver || undefined}
        data-bucket={bucket ?? 'none'}
        onDragOver={onDragOver}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <h3 className={classes.title}>
          {title} <span className={classes.hint}>{hint}</span>
        </h3>
        {children.length > 0 ? (
          <ul className={classes.chips}>{children}</ul>
        ) : (
          <p className={classes.none}>No columns</p>
        )}
      </div>
    </section>
  );
}

interface MeaningProps extends ColumnLanesProps {
  label: string;
  description: string;
  field: 'exampleId' | 'split' | 'spanId';
}

/** A column with a special meaning. */
function Meaning({ label, description, field, plan, isDisabled, onChange }: MeaningProps) {
  return (
    <NativeSelect
      label={label}
      description={description}
      disabled={isDisabled}
      value={plan[field] === null ? '' : `=${plan[field]}`}
      data={[
        { value: '', label: 'No column' },
        // A column can have any name, even an empty one.
        ...plan.columns.map(({ name }) => ({ value: `=${name}`, label: name })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...plan, [field]: value === '' ? null : value.slice(1) })
      }
    />
  );
}
