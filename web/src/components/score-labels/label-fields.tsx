import { ActionIcon, Box, Button, Text, TextInput, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { createLabel, type LabelDraft, moveLabel } from './label-draft.js';
import classes from './label-fields.module.css';

const NOTE = 'Scores are optional. Averages need them.';

interface LabelFieldsProps {
  labels: readonly LabelDraft[];
  /** Shown below the heading. */
  note?: string;
  /** Whether the number of labels and their order must stay. */
  isFixed?: boolean;
  error: ReactNode;
  onChange: (labels: LabelDraft[]) => void;
}

/** Labels with their scores. Enter adds a label below, and `Alt ↑` and `Alt ↓` move one. */
export function LabelFields(props: LabelFieldsProps) {
  const { labels, note = NOTE, isFixed = false, error, onChange } = props;
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<number>(undefined);
  // Focuses a label that was added or moved, or the neighbor of one that was removed.
  useEffect(() => {
    if (wanted.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-label="${wanted.current}"] input`)?.focus();
    wanted.current = undefined;
  });

  const addBelow = (place: number) => {
    const label = createLabel();
    wanted.current = label.key;
    onChange(labels.toSpliced(place, 0, label));
  };
  const move = (key: number, by: -1 | 1) => {
    wanted.current = key;
    onChange(moveLabel(labels, key, by));
  };
  const remove = (place: number) => {
    wanted.current = (labels[place + 1] ?? labels[place - 1])?.key;
    onChange(labels.toSpliced(place, 1));
  };
  return (
    <fieldset className={classes.labels}>
      <legend>Labels</legend>
      <p className={classes.note}>{note}</p>
      <ol ref={list}>
        {labels.map((label, index) => (
          <LabelLine
            key={label.key}
            label={label}
            place={index + 1}
            isLast={index === labels.length - 1}
            isOnly={labels.length === 1}
            isFixed={isFixed}
            onChange={(changed) =>
              onChange(labels.map((old) => (old.key === changed.key ? changed : old)))
            }
            onEnter={() => addBelow(index + 1)}
            onMove={(by) => move(label.key, by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {error ? (
        <Text role="alert" className={classes.error}>
          {error}
        </Text>
      ) : null}
      {isFixed ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => addBelow(labels.length)}
        >
          Add label
        </Button>
      )}
    </fieldset>
  );
}

interface LabelLineProps {
  label: LabelDraft;
  /** From 1. */
  place: number;
  isLast: boolean;
  isOnly: boolean;
  isFixed: boolean;
  onChange: (label: LabelDraft) => void;
  onEnter: () => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function LabelLine(props: LabelLineProps) {
  const { label, place, isLast, isOnly, isFixed, onChange, onEnter, onMove, onRemove } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isFixed || event.nativeEvent.isComposing) return;
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    const isInField = event.target instanceof HTMLInputElement;
    if (event.altKey && by !== undefined) onMove(by);
    else if (event.key === 'Enter' && isInField && !event.ctrlKey && !event.metaKey) onEnter();
    else return;
    event.preventDefault();
  };
  return (
    <Box component="li" className={classes.line} data-label={label.key} onKeyDown={onKeyDown}>
      <TextInput
        className={classes.name}
        aria-label={`Label ${place}`}
        placeholder={place === 1 ? 'Label, such as good' : 'Label'}
        autoComplete="off"
        dir="auto"
        value={label.label}
        onChange={(event) => onChange({ ...label, label: event.currentTarget.value })}
      />
      <TextInput
        className={classes.score}
        aria-label={`Score of label ${place}`}
        placeholder="Score"
        inputMode="decimal"
        autoComplete="off"
        value={label.score}
        onChange={(event) => onChange({ ...label, score: event.currentTarget.value })}
      />
      {isFixed ? null : (
        <>
          <LineButton
            label={`Move label ${place} up`}
            hint="Move up (Alt ↑)"
            icon={<ArrowUp size={15} aria-hidden />}
            isDisabled={place === 1}
            onClick={() => onMove(-1)}
          />
          <LineButton
            label={`Move label ${place} down`}
            hint="Move down (Alt ↓)"
            icon={<ArrowDown size={15} aria-hidden />}
            isDisabled={isLast}
            onClick={() => onMove(1)}
          />
          <LineButton
            label={`Remove label ${place}`}
            hint="Remove"
            icon={<Trash2 size={15} aria-hidden />}
            isDisabled={isOnly}
            onClick={onRemove}
          />
        </>
      )}
    </Box>
  );
}

interface LineButtonProps {
  label: string;
  hint: string;
  icon: ReactNode;
  isDisabled: boolean;
  onClick: () => void;
}

function LineButton({ label, hint, icon, isDisabled, onClick }: LineButtonProps) {
  return (
    <Tooltip label={hint}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        disabled={isDisabled}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
