import { AddRowButton, RemoveRowButton } from '../../../components/forms/row-buttons.js';
import { NumberInput, TextInput } from '@mantine/core';
import type { ScoreDraft } from '../sampling-draft.js';
import classes from './project-sampling.module.css';

interface ScoreFieldsProps {
  scores: readonly ScoreDraft[];
  onChange: (scores: ScoreDraft[]) => void;
}

/** Annotations of traces that are kept. */
export function ScoreFields({ scores, onChange }: ScoreFieldsProps) {
  const replace = (key: number, part: Partial<ScoreDraft>) =>
    onChange(scores.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () => {
    const key = Math.max(-1, ...scores.map((row) => row.key)) + 1;
    onChange([...scores, { key, name: '', below: '', labels: '' }]);
  };
  return (
    <div>
      <p className={classes.label}>Traces that were scored badly</p>
      {scores.map(({ key, name, below, labels }) => (
        <div key={key} className={classes.score}>
          <TextInput
            aria-label="Name of the annotation"
            placeholder="correctness"
            autoComplete="off"
            value={name}
            onChange={(event) => replace(key, { name: event.currentTarget.value })}
          />
          <NumberInput
            aria-label="Score below"
            placeholder="below 0.5"
            hideControls
            value={below}
            onChange={(value) => replace(key, { below: typeof value === 'number' ? value : '' })}
          />
          <TextInput
            aria-label="Labels, separated by commas"
            placeholder="or labels: wrong, unsure"
            autoComplete="off"
            value={labels}
            onChange={(event) => replace(key, { labels: event.currentTarget.value })}
          />
          <RemoveRowButton
            label={`Remove the annotation ${name}`}
            onClick={() => onChange(scores.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      <AddRowButton label="Add annotation" onClick={add} />
    </div>
  );
}
