import { NativeSelect } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import type { Answer } from '../run/run.js';

interface RepetitionPickerProps {
  answers: readonly Answer[];
  /** From 0. */
  value: number;
  onChange: (place: number) => void;
}

const WORDS: Record<Answer['state'], string> = {
  waiting: ' (waiting)',
  streaming: ' (arriving)',
  done: '',
  failed: ' (failed)',
  stopped: ' (stopped)',
};

/** Chooses one of the answers to the same question. */
export function RepetitionPicker({ answers, value, onChange }: RepetitionPickerProps) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center' }}>
      <IconButton
        label="Previous repetition"
        onClick={value > 0 ? () => onChange(value - 1) : undefined}
      >
        <ChevronLeft size={15} aria-hidden />
      </IconButton>
      <NativeSelect
        size="xs"
        aria-label="Repetition"
        value={String(value)}
        data={answers.map(({ state }, place) => ({
          value: String(place),
          label: `${place + 1} of ${answers.length}${WORDS[state]}`,
        }))}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <IconButton
        label="Next repetition"
        onClick={value < answers.length - 1 ? () => onChange(value + 1) : undefined}
      >
        <ChevronRight size={15} aria-hidden />
      </IconButton>
    </span>
  );
}
