import { Button, Group, Loader, Modal } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { formatExact, formatPlural } from '../../../lib/format/numbers.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type AnnotationConfig, useProjectConfigs } from '../configs/api/annotation-configs.js';
import { ConfigAdder } from '../judge/config-adder.js';
import { ConfigField } from '../judge/config-field.js';
import { getOwnIdentifier } from '../judge/judgment-cache.js';
import { readDigit, toggleChoice } from '../judge/number-keys.js';
import { isEmpty, NO_VALUE, type Value } from '../judge/write-judgment.js';
import type { AnnotatedRow, AnnotateRowsProps } from './annotate-rows.js';
import classes from './annotate-rows-dialog.module.css';
import type { Setting } from './set-annotations.js';
import type { FailedSetting } from './set-in-batches.js';
import { useBulkAnnotation } from './use-bulk-annotation.js';

/** Failed rows that the dialog names; the rest are counted. */
const NAMED = 20;

interface AnnotateRowsDialogProps extends AnnotateRowsProps {
  onClose: () => void;
  /** Called with a function that undoes the change, and with nothing when it is too late. */
  onUndoChange: (undo: (() => void) | undefined) => void;
}

/** Gives all selected rows the same annotations. */
export function AnnotateRowsDialog(props: AnnotateRowsDialogProps) {
  const { projectId, noun, onClose, onUndoChange } = props;
  // While the dialog is open, the list may drop rows, and receive annotations.
  const [opened] = useState(props.rows);
  const rows = opened.map((row) => props.rows.find(({ id }) => id === row.id) ?? row);
  const { configs, error, reload } = useProjectConfigs(projectId);
  const bulk = useBulkAnnotation(noun, onUndoChange);
  const close = () => {
    if (!bulk.progress) onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={`Annotate ${formatPlural(rows.length, noun)}`}
      closeOnClickOutside={false}
    >
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : !configs ? (
        <Loader size="sm" />
      ) : bulk.failed.length > 0 && !bulk.progress ? (
        <Failures
          failed={bulk.failed}
          rows={rows}
          onRetry={() => void bulk.retry().then((isDone) => isDone && onClose())}
          onClose={onClose}
        />
      ) : (
        <Fields
          {...props}
          rows={rows}
          configs={configs}
          progress={bulk.progress}
          onSubmit={(settings) => void bulk.set(settings).then((isDone) => isDone && onClose())}
        />
      )}
    </Modal>
  );
}

interface FieldsProps extends AnnotateRowsDialogProps {
  configs: readonly AnnotationConfig[];
  progress: { done: number; total: number } | undefined;
  onSubmit: (settings: Setting[]) => void;
}

function Fields(props: FieldsProps) {
  const { projectId, noun, rows, configs, progress, onSubmit, onClose } = props;
  const { viewer } = useViewer();
  const [values, setValues] = useState<ReadonlyMap<string, Value>>(new Map());
  const [current, setCurrent] = useState(0);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    fields.current?.querySelector<HTMLElement>('[data-field-focus]')?.focus();
  }, []);

  const getValue = (name: string) => values.get(name) ?? NO_VALUE;
  const change = (name: string, part: Partial<Value>) => {
    setValues((now) => new Map(now).set(name, { ...(now.get(name) ?? NO_VALUE), ...part }));
  };
  const choose = (at: number, given: Pick<Value, 'label' | 'score'> | undefined) => {
    const config = configs[at];
    if (config && given) change(config.name, toggleChoice(getValue(config.name), given));
  };
  const identifier = getOwnIdentifier(viewer?.id);
  const given = configs.filter(({ name }) => !isEmpty(getValue(name)));
  const submit = () =>
    onSubmit(
      given.flatMap(({ name }) =>
        rows.map(({ id }) => ({ targetId: id, name, ...getValue(name) })),
      ),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof HTMLElement &&
      event.target.matches('input:not([type="range"]), textarea');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const config = configs[current];
    if (config && /^\d$/.test(event.key)) choose(current, readDigit(config, Number(event.key)));
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div ref={fields} role="presentation" className={classes.fields} onKeyDown={onKeyDown}>
        {configs.length === 0 ? (
          <p className={classes.note}>
            This project has no annotation configs yet. Add one to begin.
          </p>
        ) : null}
        {configs.map((config, index) => (
          <div key={config.id}>
            <ConfigField
              config={config}
              value={getValue(config.name)}
              failed={undefined}
              isLocked={progress !== undefined}
              isCurrent={index === current}
              onFocus={() => setCurrent(index)}
              onChoose={(given) => choose(index, given)}
              onChange={(part) => change(config.name, part)}
              onRetry={ignore}
              onDiscard={ignore}
            />
            {isEmpty(getValue(config.name)) ? null : (
              <ReplacedNote rows={rows} noun={noun} name={config.name} identifier={identifier} />
            )}
          </div>
        ))}
        <ConfigAdder projectId={projectId} />
      </div>
      {progress ? (
        <div className={classes.progress}>
          <progress
            value={progress.done}
            max={progress.total}
            aria-label="Annotations that are saved"
          />
          <span className="numeric">
            {formatExact(progress.done)} of {formatExact(progress.total)}
          </span>
        </div>
      ) : null}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={progress !== undefined} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={progress !== undefined} disabled={given.length === 0}>
          Annotate {formatPlural(rows.length, noun)}
        </Button>
      </Group>
    </form>
  );
}

interface ReplacedNoteProps {
  rows: readonly AnnotatedRow[];
  noun: string;
  name: string;
  identifier: string;
}

/** Says how many rows have an annotation of the viewer that is about to be replaced. */
function ReplacedNote({ rows, noun, name, identifier }: ReplacedNoteProps) {
  const count = rows.filter(({ annotations }) =>
    annotations.some((value) => value.name === name && value.identifier === identifier),
  ).length;
  if (count === 0) return null;
  const all = count === rows.length ? (count === 1 ? 'The' : `All ${count}`) : String(count);
  const owners = `${all} ${count === 1 ? `${noun} already has` : `${noun}s already have`}`;
  return (
    <p className={classes.note} role="status">
      {owners} your annotation. It will be replaced.
    </p>
  );
}

interface FailuresProps {
  failed: readonly FailedSetting[];
  rows: readonly AnnotatedRow[];
  onRetry: () => void;
  onClose: () => void;
}

/** Names what could not be saved, and why. */
function Failures({ failed, rows, onRetry, onClose }: FailuresProps) {
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (
    <>
      <p role="alert" className={classes.failure}>
        {formatPlural(failed.length, 'annotation')} could not be saved.
      </p>
      <ul className={classes.failed}>
        {failed.slice(0, NAMED).map(({ setting, message }) => (
          <li key={`${setting.targetId} ${setting.name}`}>
            <b dir="auto">{names.get(setting.targetId)}</b>, <span dir="auto">{setting.name}</span>:{' '}
            {message}
          </li>
        ))}
        {failed.length > NAMED ? <li>{failed.length - NAMED} more</li> : null}
      </ul>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button data-autofocus onClick={onRetry}>
          Try again
        </Button>
      </Group>
    </>
  );
}

function ignore(): void {
  return undefined;
}
