import { ActionIcon, Button, Group, Skeleton, Tooltip } from '@mantine/core';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFocusOnMount } from '../../lib/browser/use-focus-on-mount.js';
import { FormAlert } from '../forms/form-parts.js';
import { ColorDot } from '../data-display/name-chip.js';
import type { Label, LabelDraft } from './label.js';
import { chooseColor } from './label-colors.js';
import { LabelForm } from './label-form.js';
import classes from './labels-editor.module.css';
import { IconButton } from '../buttons/icon-button.js';

interface LabelsEditorProps<T extends Label> {
  /** The word for a label: `label` or `split`. */
  noun: string;
  /** Undefined until they are loaded. */
  labels: readonly T[] | undefined;
  /** Returns how many items use a label, such as `3 datasets`. */
  describeUsage: (label: T) => string;
  /** Describes the consequences of deleting a label. */
  describeDeletion: (label: T) => string;
  /** Each returns an error message on failure. */
  onCreate: (draft: LabelDraft) => Promise<string | undefined>;
  onPatch: (label: T, draft: LabelDraft) => Promise<string | undefined>;
  onDelete: (label: T) => Promise<string | undefined>;
  /** Returns to the form that picks labels. */
  onBack: () => void;
}

/** All labels or all splits: creates, edits and deletes them. */
export function LabelsEditor<T extends Label>(props: LabelsEditorProps<T>) {
  const { noun, labels, onCreate, onBack } = props;
  const [isCreating, setIsCreating] = useState(false);
  return (
    <div className={classes.editor}>
      {isCreating ? (
        <div className={classes.form}>
          <LabelForm
            initial={{ name: '', description: '', color: chooseColor(labels ?? []) }}
            label={`Create ${noun}`}
            onCancel={() => setIsCreating(false)}
            onSubmit={async (draft) => {
              const problem = await onCreate(draft);
              if (problem === undefined) setIsCreating(false);
              return problem;
            }}
          />
        </div>
      ) : (
        <Button
          variant="default"
          className={classes.create}
          leftSection={<Plus size={15} aria-hidden />}
          onClick={() => setIsCreating(true)}
        >
          New {noun}
        </Button>
      )}
      {labels ? null : <Skeleton height={12} my={12} />}
      <ul className={classes.list} aria-label={`All ${noun}s`}>
        {labels?.map((label) => (
          <LabelLine key={label.id} {...props} label={label} />
        ))}
        {labels?.length === 0 ? <li className={classes.none}>No {noun}s yet.</li> : null}
      </ul>
      <Group justify="flex-end" mt="sm">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </Group>
    </div>
  );
}

function LabelLine<T extends Label>(props: LabelsEditorProps<T> & { label: T }) {
  const { label, describeUsage, onPatch } = props;
  const [mode, setMode] = useState<'untouched' | 'shown' | 'edited' | 'deleted'>('untouched');
  if (mode === 'edited') {
    return (
      <li className={classes.form}>
        <LabelForm
          initial={{ name: label.name, color: label.color, description: label.description ?? '' }}
          label="Save"
          onCancel={() => setMode('shown')}
          onSubmit={async (draft) => {
            const problem = await onPatch(label, draft);
            if (problem === undefined) setMode('shown');
            return problem;
          }}
        />
      </li>
    );
  }
  if (mode === 'deleted') return <Deletion {...props} onKeep={() => setMode('shown')} />;
  return (
    <li className={classes.line}>
      <ColorDot color={label.color} />
      <span className={classes.texts}>
        <span className={classes.name} title={label.name} dir="auto">
          {label.name}
        </span>
        {label.description ? (
          <span className={classes.description} title={label.description}>
            {label.description}
          </span>
        ) : null}
      </span>
      <span className={`${classes.usage} numeric`}>{describeUsage(label)}</span>
      <LineActions
        name={label.name}
        wasLeft={mode === 'shown'}
        onEdit={() => setMode('edited')}
        onDelete={() => setMode('deleted')}
      />
    </li>
  );
}

interface LineActionsProps {
  name: string;
  /** Whether the form that replaced this line has just been closed. */
  wasLeft: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function LineActions({ name, wasLeft, onEdit, onDelete }: LineActionsProps) {
  const first = useFocusOnMount<HTMLButtonElement>(wasLeft);
  return (
    <>
      <Tooltip label="Edit">
        <ActionIcon
          ref={first}
          variant="subtle"
          color="gray"
          aria-label={`Edit ${name}`}
          onClick={onEdit}
        >
          <Pencil size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <IconButton label={`Delete ${name}`} hint="Delete" onClick={onDelete}>
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </>
  );
}

function Deletion<T extends Label>(props: LabelsEditorProps<T> & { label: T; onKeep: () => void }) {
  const { noun, label, describeDeletion, onDelete, onKeep } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const first = useFocusOnMount<HTMLButtonElement>();
  const remove = async () => {
    setIsBusy(true);
    setRefusal(await onDelete(label));
    setIsBusy(false);
  };
  return (
    <li className={classes.form}>
      <p className={classes.question}>{describeDeletion(label)}</p>
      <FormAlert text={refusal} />
      <Group gap="xs" justify="flex-end">
        <Button ref={first} variant="default" onClick={onKeep}>
          Keep
        </Button>
        <Button color="red.9" loading={isBusy} onClick={() => void remove()}>
          Delete {noun}
        </Button>
      </Group>
    </li>
  );
}
