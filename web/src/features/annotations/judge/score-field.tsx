import { Kbd, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AnnotationConfig } from '../configs/api/annotation-configs.js';
import { useSaveLater } from './draft-text.js';
import classes from './judge-panel.module.css';
import { isScale, listDigits } from './number-keys.js';

interface ScoreFieldProps {
  config: Extract<AnnotationConfig, { __typename: 'ContinuousAnnotationConfig' }>;
  score: number | null;
  /** Shown, but not to be changed yet. */
  isLocked: boolean;
  /** Whether number keys choose the score. */
  isCurrent: boolean;
  onChange: (score: number | null) => void;
}

/** A score as a number, and as a slider if both of its bounds are known. */
export function ScoreField(props: ScoreFieldProps) {
  const { config, score, isLocked, isCurrent, onChange } = props;
  const { name, lowerBound: low, upperBound: high } = config;
  /** The typed text or dragged score, until it is saved. A faulty text stays. */
  const [draft, setDraft] = useState<string>();
  const [isChecked, setIsChecked] = useState(false);
  const text = draft ?? (score === null ? '' : String(score));
  const fault = findFault(text, low, high);
  const save = useSaveLater(draft, (typed) => {
    setIsChecked(true);
    if (findFault(typed, low, high)) return;
    setDraft(undefined);
    const next = typed.trim() === '' ? null : Number(typed);
    if (next !== score) onChange(next);
  });
  const change = (typed: string) => {
    if (isLocked) return;
    setIsChecked(false);
    setDraft(typed);
  };
  const hasSlider = low !== null && high !== null;
  const place = Number(text);
  const digits = listDigits(config);
  return (
    <div className={classes.score}>
      {hasSlider ? (
        <input
          type="range"
          aria-label={`${name}: slider`}
          aria-valuetext={text === '' ? 'No score' : text}
          data-empty={text === '' || undefined}
          min={low}
          max={high}
          step={getStep(low, high)}
          value={text === '' || Number.isNaN(place) ? low : place}
          data-field-focus
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={save}
        />
      ) : null}
      <TextInput
        size="sm"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`${name}: score`}
        placeholder={describeRange(low, high)}
        value={text}
        error={isChecked ? fault : undefined}
        readOnly={isLocked}
        rightSection={
          isCurrent && digits.length > 0 ? (
            <Kbd size="xs">
              {digits[0]}–{digits.at(-1)}
            </Kbd>
          ) : null
        }
        rightSectionPointerEvents="none"
        rightSectionWidth={digits.length > 0 ? 42 : 0}
        data-field-focus={hasSlider ? undefined : true}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          save();
          // Leaves the field, so that keys such as j work again.
          if (!fault) event.currentTarget.closest('fieldset')?.focus();
        }}
      />
    </div>
  );
}

function findFault(text: string, low: number | null, high: number | null): string | undefined {
  if (text.trim() === '') return undefined;
  const score = Number(text);
  if (!Number.isFinite(score)) return 'Enter a number, such as 0.5.';
  const range =
    low !== null && high !== null
      ? `from ${low} to ${high}`
      : low !== null
        ? `of ${low} or more`
        : `of ${high} or less`;
  const isOutside = (low !== null && score < low) || (high !== null && score > high);
  return isOutside ? `Enter a number ${range}.` : undefined;
}

function describeRange(low: number | null, high: number | null): string {
  if (low !== null && high !== null) return `${low} to ${high}`;
  if (low !== null) return `${low} or more`;
  return high === null ? 'Score' : `${high} or less`;
}

/** Whole numbers for scales such as 1 to 5; a hundredth of the range for others. */
function getStep(low: number, high: number): number {
  return isScale(low, high) ? 1 : (high - low) / 100;
}
