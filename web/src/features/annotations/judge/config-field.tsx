import { Button, Kbd, Textarea, TextInput } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnnotationConfig } from '../configs/api/annotation-configs.js';
import type { Value } from './use-judgments.js';
import classes from './judge-panel.module.css';

const SAVE_AFTER_MS = 800;

interface ConfigFieldProps {
  config: AnnotationConfig;
  value: Value;
  readOnly: boolean;
  /** Whether number keys choose its labels. */
  isCurrent: boolean;
  onFocus: () => void;
  onChange: (value: Value) => void;
}

/** The field of one config: labels, a score or a text, and an explanation. */
export function ConfigField(props: ConfigFieldProps) {
  const { config, value, readOnly, isCurrent, onFocus, onChange } = props;
  const isText = config.__typename === 'FreeformAnnotationConfig';
  return (
    <div role="presentation" onFocus={onFocus}>
      <fieldset className={classes.field} data-current={isCurrent || undefined}>
        <legend className={classes.legend}>{config.name}</legend>
        {config.description ? <p className={classes.hint}>{config.description}</p> : null}
        {config.__typename === 'CategoricalAnnotationConfig' ? (
          <div className={classes.labels}>
            {config.values.map(({ label, score }, index) => (
              <Button
                key={label}
                size="xs"
                variant={value.label === label ? 'filled' : 'default'}
                aria-pressed={value.label === label}
                data-tone={getTone(config, score)}
                data-field-focus={index === 0 || undefined}
                disabled={readOnly}
                onClick={() => onChange(chooseLabel(config, value, index))}
                className={classes.label}
                rightSection={isCurrent && index < 9 ? <Kbd size="xs">{index + 1}</Kbd> : null}
              >
                {label}
              </Button>
            ))}
          </div>
        ) : config.__typename === 'ContinuousAnnotationConfig' ? (
          <ScoreField {...props} config={config} />
        ) : null}
        <DraftText
          label={isText ? `${config.name}: text` : `${config.name}: explanation`}
          placeholder={isText ? 'Write your answer' : 'Explain (optional)'}
          value={value.explanation ?? ''}
          readOnly={readOnly}
          isFirst={isText}
          onSave={(text) => onChange({ ...value, explanation: text.trim() ? text : null })}
        />
      </fieldset>
    </div>
  );
}

/** Returns the value after a label is pressed: pressing the chosen one removes it. */
export function chooseLabel(config: AnnotationConfig, value: Value, index: number): Value {
  const chosen =
    config.__typename === 'CategoricalAnnotationConfig' ? config.values[index] : undefined;
  if (!chosen) return value;
  if (chosen.label === value.label) return { label: null, score: null, explanation: null };
  return { ...value, label: chosen.label, score: chosen.score };
}

/** Says which end of the scale a label is at. */
function getTone(
  config: Extract<AnnotationConfig, { __typename: 'CategoricalAnnotationConfig' }>,
  score: number | null,
): 'better' | 'worse' | undefined {
  const { optimizationDirection: direction, values } = config;
  if (score === null || (direction !== 'MAXIMIZE' && direction !== 'MINIMIZE')) return undefined;
  const scores = values.flatMap((item) => (item.score === null ? [] : [item.score]));
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  if (low === high || (score !== low && score !== high)) return undefined;
  return (score === high) === (direction === 'MAXIMIZE') ? 'better' : 'worse';
}

interface ScoreFieldProps extends ConfigFieldProps {
  config: Extract<AnnotationConfig, { __typename: 'ContinuousAnnotationConfig' }>;
}

function ScoreField({ config, value, readOnly, onChange }: ScoreFieldProps) {
  const { lowerBound, upperBound } = config;
  const [text, setText] = useState(value.score === null ? '' : String(value.score));
  const [fault, setFault] = useState<string>();
  const shown = useRef(value.score);
  useEffect(() => {
    if (shown.current === value.score) return;
    shown.current = value.score;
    setText(value.score === null ? '' : String(value.score));
    setFault(undefined);
  }, [value.score]);

  const commit = (typed: string) => {
    const score = typed.trim() === '' ? null : Number(typed);
    const found = score === null ? undefined : findFault(score, lowerBound, upperBound);
    setFault(found);
    if (found || score === value.score) return;
    shown.current = score;
    onChange({ ...value, score, label: null });
  };
  const hasRange = lowerBound !== null && upperBound !== null;
  return (
    <div className={classes.score}>
      {hasRange ? (
        <input
          type="range"
          aria-label={`${config.name}: slider`}
          min={lowerBound}
          max={upperBound}
          step={(upperBound - lowerBound) / 100}
          value={Number(text) || lowerBound}
          disabled={readOnly}
          onChange={(event) => setText(event.currentTarget.value)}
          onPointerUp={(event) => commit(event.currentTarget.value)}
          onKeyUp={(event) => commit(event.currentTarget.value)}
        />
      ) : null}
      <TextInput
        size="sm"
        inputMode="decimal"
        aria-label={`${config.name}: score`}
        placeholder={hasRange ? `${lowerBound} to ${upperBound}` : 'Score'}
        value={text}
        error={fault}
        readOnly={readOnly}
        data-field-focus
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => commit(text)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(text);
        }}
      />
    </div>
  );
}

function findFault(score: number, low: number | null, high: number | null): string | undefined {
  if (!Number.isFinite(score)) return 'Enter a number.';
  if (low !== null && score < low) return `Enter ${low} or more.`;
  if (high !== null && score > high) return `Enter ${high} or less.`;
  return undefined;
}

interface DraftTextProps {
  label: string;
  placeholder: string;
  value: string;
  readOnly: boolean;
  isFirst: boolean;
  onSave: (text: string) => void;
}

/** A text that is saved shortly after typing stops, and when the field is left. */
function DraftText({ label, placeholder, value, readOnly, isFirst, onSave }: DraftTextProps) {
  const [draft, setDraft] = useState<string>();
  const latest = useRef({ draft, value, onSave });
  useEffect(() => {
    latest.current = { draft, value, onSave };
  });
  const save = useCallback(() => {
    const now = latest.current;
    if (now.draft !== undefined && now.draft !== now.value) now.onSave(now.draft);
  }, []);
  useEffect(() => {
    if (draft === undefined) return undefined;
    const timer = setTimeout(save, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, save]);
  // Saves what was typed if the panel goes on to another row.
  useEffect(() => save, [save]);
  return (
    <Textarea
      size="sm"
      autosize
      minRows={1}
      maxRows={8}
      aria-label={label}
      placeholder={placeholder}
      value={draft ?? value}
      readOnly={readOnly}
      data-field-focus={isFirst || undefined}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
    />
  );
}
