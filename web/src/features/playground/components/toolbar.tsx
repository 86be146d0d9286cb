import { Button, Kbd, NumberInput, SegmentedControl, Switch, Tooltip } from '@mantine/core';
import { CircleStop, Database, History, Play, Plus } from 'lucide-react';
import { useId } from 'react';
import { isMac } from '../../../lib/browser/mac.js';
import { useTextMode } from '../../../components/text/text-mode.js';
import { MAX_REPETITIONS, type PlaygroundDraft } from '../draft/playground-draft.js';
import classes from './toolbar.module.css';

interface ToolbarProps {
  draft: PlaygroundDraft;
  isRunning: boolean;
  /** Undefined if the user may not run prompts. */
  onRun: (() => void) | undefined;
  onStop: () => void;
  /** Undefined if there are too many variants. */
  onAdd: (() => void) | undefined;
  onHistory: () => void;
  /** Undefined if the user may not run prompts. */
  onDatasetRun: (() => void) | undefined;
  onChange: (part: Partial<PlaygroundDraft>) => void;
}

/** The settings that all variants share, and the button that runs them. */
export function Toolbar(props: ToolbarProps) {
  const { draft, isRunning, onRun, onStop, onAdd, onHistory, onDatasetRun, onChange } = props;
  const [mode, setMode] = useTextMode();
  const id = useId();
  return (
    <div className={classes.toolbar}>
      <h1 className={classes.title}>Playground</h1>
      <div className={classes.settings}>
        <SegmentedControl
          aria-label="Text format"
          data={[
            { value: 'markdown', label: 'Markdown' },
            { value: 'plain', label: 'Plain' },
          ]}
          value={mode}
          onChange={setMode}
        />
        <Switch
          size="xs"
          label="Stream"
          checked={draft.isStreaming}
          onChange={(event) => onChange({ isStreaming: event.currentTarget.checked })}
        />
        <label className={classes.repetitions} htmlFor={id}>
          Repetitions
          <NumberInput
            id={id}
            size="xs"
            w={64}
            min={1}
            max={MAX_REPETITIONS}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            value={draft.repetitions}
            onChange={(value) =>
              onChange({ repetitions: Math.min(Math.max(Number(value) || 1, 1), MAX_REPETITIONS) })
            }
          />
        </label>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<History size={15} aria-hidden />}
          onClick={onHistory}
        >
          Your runs
        </Button>
        <Button
          variant="default"
          leftSection={<Database size={15} aria-hidden />}
          disabled={!onDatasetRun}
          onClick={onDatasetRun}
        >
          Run on a dataset…
        </Button>
        <Button
          variant="default"
          leftSection={<Plus size={15} aria-hidden />}
          disabled={!onAdd}
          onClick={onAdd}
        >
          Add prompt
        </Button>
        <Tooltip
          label={
            <>
              <Kbd size="xs">{isMac ? '⌘' : 'Ctrl'}</Kbd> <Kbd size="xs">Enter</Kbd>
            </>
          }
        >
          {isRunning ? (
            <Button
              variant="default"
              leftSection={<CircleStop size={15} aria-hidden />}
              onClick={onStop}
            >
              Stop
            </Button>
          ) : (
            <Button leftSection={<Play size={14} aria-hidden />} disabled={!onRun} onClick={onRun}>
              {draft.variants.length > 1 ? 'Run all' : 'Run'}
            </Button>
          )}
        </Tooltip>
      </div>
    </div>
  );
}
