import { Button, Kbd } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { AnnotationConfig } from '../configs/api/annotation-configs.js';
import { DraftText } from './draft-text.js';
import classes from './judge-panel.module.css';
import { ScoreField } from './score-field.js';
import { describeFailure, type UnsavedValue } from './unsaved-values.js';
import type { Value } from './use-judgments.js';

interface ConfigFieldProps {
  config: AnnotationConfig;
  value: Value;
  /** The value if it could not be saved. */
  failed: UnsavedValue | undefined;
  /** Whether the value is still loading, and must not be changed. */
  isLocked: boolean;
  /** Whether number keys choose its labels or scores. */
  isCurrent: boolean;
  onFocus: () => void;
  /** Chooses a label, or removes it if it is chosen. */
  onChoose: (choice: Pick<Value, 'label' | 'score'>) => void;
  onChange: (part: Partial<Value>) => void;
  onRetry: (failed: UnsavedValue) => void;
  onDiscard: (failed: UnsavedValue) => void;
}

/** The field of one config: labels, a score or a text, and an explanation. */
export function ConfigField(props: ConfigFieldProps) {
  const { config, value, failed, isLocked, isCurrent, onFocus, onChange } = props;
  const isText = config.__typename === 'FreeformAnnotationConfig';
  return (
    <div role="presentation" onFocus={onFocus}>
      <fieldset
        className={classes.field}
        data-current={isCurrent || undefined}
        data-failed={failed ? true : undefined}
        tabIndex={-1}
      >
        <legend className={classes.legend}>{config.name}</legend>
        {config.description ? <p className={classes.hint}>{config.description}</p> : null}
        {config.__typename === 'CategoricalAnnotationConfig' ? (
          <Labels {...props} config={config} />
        ) : config.__typename === 'ContinuousAnnotationConfig' ? (
          <ScoreField
            config={config}
            score={value.score}
            isLocked={isLocked}
            isCurrent={isCurrent}
            onChange={(score) => onChange({ score, label: null })}
          />
        ) : null}
        <DraftText
          label={isText ? `${config.name}: text` : `${config.name}: explanation`}
          placeholder={isText ? 'Write your answer' : 'Explain (optional)'}
          value={value.explanation ?? ''}
          isLocked={isLocked}
          isFirst={isText}
          onSave={(text) => onChange({ explanation: text.trim() ? text : null })}
        />
        {failed ? (
          <Failure
            failed={failed}
            onRetry={() => props.onRetry(failed)}
            onDiscard={() => props.onDiscard(failed)}
          />
        ) : null}
      </fieldset>
    </div>
  );
}

/** Says that a value is not saved and why, and offers to save it again. */
function Failure(props: { failed: UnsavedValue; onRetry: () => void; onDiscard: () => void }) {
  const { failed, onRetry, onDiscard } = props;
  return (
    <div className={classes.failure} role="alert">
      <p>Not saved: {describeFailure(failed.failure)}</p>
      <div className={classes.labels}>
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          Save again
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onDiscard}>
          Discard change
        </Button>
      </div>
    </div>
  );
}

type Categorical = Extract<AnnotationConfig, { __typename: 'CategoricalAnnotationConfig' }>;

/** One button per label. Arrow keys move between them, and Tab goes on to the explanation. */
function Labels(props: ConfigFieldProps & { config: Categorical }) {
  const { config, value, isCurrent, onChoose } = props;
  const chosen = config.values.findIndex(({ label }) => label === value.label);
  const isUnknown = value.label !== null && chosen === -1;
  return (
    <div role="presentation" className={classes.labels} onKeyDown={moveFocus}>
      {config.values.map(({ label, score }, index) => (
        <Button
          key={label}
          size="xs"
          variant={index === chosen ? 'filled' : 'default'}
          aria-pressed={index === chosen}
          tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
          data-tone={getTone(config, score)}
          data-field-focus={index === Math.max(chosen, 0) || undefined}
          onClick={() => onChoose({ label, score })}
          className={classes.label}
          rightSection={isCurrent && index < 9 ? <Kbd size="xs">{index + 1}</Kbd> : null}
        >
          {label}
        </Button>
      ))}
      {isUnknown ? (
        <p className={classes.hint}>“{value.label}” is no longer one of the labels.</p>
      ) : null}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons.at((at + step) % buttons.length)?.focus();
  event.preventDefault();
}

/** Says which end of the scale a label is at. */
function getTone(config: Categorical, score: number | null): 'better' | 'worse' | undefined {
  const { optimizationDirection: direction, values } = config;
  if (score === null || (direction !== 'MAXIMIZE' && direction !== 'MINIMIZE')) return undefined;
  const scores = values.flatMap((item) => (item.score === null ? [] : [item.score]));
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  if (low === high || (score !== low && score !== high)) return undefined;
  return (score === high) === (direction === 'MAXIMIZE') ? 'better' : 'worse';
}
