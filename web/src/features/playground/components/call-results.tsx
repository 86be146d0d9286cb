import { Button, Textarea } from '@mantine/core';
import { CornerLeftUp, Play } from 'lucide-react';
import { useState } from 'react';
import { formatPlural } from '../../../lib/format/numbers.js';
import type { AnsweredCall } from '../run/run.js';
import classes from './call-results.module.css';

interface CallResultsProps {
  calls: readonly AnsweredCall[];
  onKeep: () => void;
  /** One result for each call. */
  onResults: (results: readonly string[]) => void;
}

/** Lets the user answer the tool calls of a model by hand. */
export function CallResults({ calls, onKeep, onResults }: CallResultsProps) {
  const [typed, setTyped] = useState<readonly string[]>([]);
  const results = calls.map((_, place) => typed[place] ?? '');
  const isComplete = results.every((result) => result.trim() !== '');
  return (
    <div className={classes.results}>
      {calls.map((call, place) => (
        <Textarea
          key={call.id}
          label={`Result of ${call.name}`}
          description={place === 0 ? 'Text or JSON, in place of the tool.' : undefined}
          autosize
          minRows={1}
          maxRows={8}
          dir="auto"
          value={results[place]}
          onChange={({ currentTarget }) => setTyped(results.with(place, currentTarget.value))}
        />
      ))}
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          leftSection={<Play size={13} aria-hidden />}
          disabled={!isComplete}
          onClick={() => onResults(results)}
        >
          Add {formatPlural(calls.length, 'result')} and run
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<CornerLeftUp size={14} aria-hidden />}
          onClick={onKeep}
        >
          Add to messages
        </Button>
      </div>
    </div>
  );
}
