import { Menu, VisuallyHidden } from '@mantine/core';
import { ArrowRight, ChevronDown, GripVertical, ListTree } from 'lucide-react';
import type { DragEvent, KeyboardEvent } from 'react';
import classes from './column-chip.module.css';
import type { Bucket, PlannedColumn } from './column-plan.js';
import { LANE_TEXTS, LANES } from './lanes.js';

interface ColumnChipProps {
  column: PlannedColumn;
  isDisabled: boolean;
  onDragStart: (event: DragEvent) => void;
  onMove: (bucket: Bucket | null) => void;
  onFlatten: (isFlattened: boolean) => void;
}

/** A column, which users drag by its handle or move with its menu or the arrow keys. */
export function ColumnChip(props: ColumnChipProps) {
  const { column, isDisabled, onDragStart, onMove, onFlatten } = props;
  const { name, bucket, canFlatten, isFlattened, sample } = column;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    const next = LANES[LANES.indexOf(bucket) + step];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    onMove(next);
  };
  return (
    <li>
      <div className={classes.chip} draggable={!isDisabled} onDragStart={onDragStart}>
        <GripVertical size={14} className={classes.grip} aria-hidden />
        <Menu position="bottom-start" width={230}>
          <Menu.Target>
            <button
              type="button"
              className={classes.button}
              data-column={name}
              disabled={isDisabled}
              onKeyDown={onKeyDown}
            >
              <VisuallyHidden>Column</VisuallyHidden>
              <span className={classes.texts}>
                <span className={classes.name} title={name} dir="auto">
                  {isFlattened ? <ListTree size={13} aria-label="Its fields:" /> : null}
                  {name}
                </span>
                {sample === '' ? null : (
                  <span className={classes.sample} title={sample} dir="auto">
                    {sample}
                  </span>
                )}
              </span>
              <ChevronDown size={13} className={classes.grip} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {LANES.filter((lane) => lane !== bucket).map((lane) => (
              <Menu.Item
                key={lane}
                leftSection={<ArrowRight size={14} aria-hidden />}
                onClick={() => onMove(lane)}
              >
                {lane === null ? 'Leave out' : `Move to ${LANE_TEXTS[lane].title.toLowerCase()}`}
              </Menu.Item>
            ))}
            {canFlatten ? (
              <>
                <Menu.Divider />
                <Menu.CheckboxItem checked={isFlattened} onChange={onFlatten}>
                  Use its fields instead
                </Menu.CheckboxItem>
              </>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  );
}
