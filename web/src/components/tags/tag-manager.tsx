import { ActionIcon, Button, Group, Skeleton, Tooltip } from '@mantine/core';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFocusOnMount } from '../../lib/browser/use-focus-on-mount.js';
import { FormAlert } from '../forms/form-parts.js';
import { ColorDot } from '../data-display/name-chip.js';
import type { Tag, TagDraft } from './tag.js';
import { nextColor } from './tag-colors.js';
import { TagForm } from './tag-form.js';
import classes from './tag-manager.module.css';

interface TagManagerProps<T extends Tag> {
  /** What a tag is: `label` or `split`. */
  noun: string;
  /** Undefined until they are loaded. */
  tags: readonly T[] | undefined;
  /** Describes how often a tag is used: `3 datasets`. */
  usage: (tag: T) => string;
  /** Describes the consequences of deleting a tag. */
  whatGoes: (tag: T) => string;
  /** Each returns why it failed. */
  onCreate: (draft: TagDraft) => Promise<string | undefined>;
  onPatch: (tag: T, draft: TagDraft) => Promise<string | undefined>;
  onDelete: (tag: T) => Promise<string | undefined>;
}

/** All tags of a kind: creates, edits and deletes them. */
export function TagManager<T extends Tag>(props: TagManagerProps<T>) {
  const { noun, tags, onCreate } = props;
  const [isCreating, setIsCreating] = useState(false);
  return (
    <div className={classes.manager}>
      {isCreating ? (
        <div className={classes.form}>
          <TagForm
            initial={{ name: '', description: '', color: nextColor(tags ?? []) }}
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
      {tags ? null : <Skeleton height={12} my={12} />}
      <ul className={classes.list} aria-label={`All ${noun}s`}>
        {tags?.map((tag) => (
          <TagLine key={tag.id} {...props} tag={tag} />
        ))}
        {tags?.length === 0 ? <li className={classes.none}>No {noun}s yet.</li> : null}
      </ul>
    </div>
  );
}

function TagLine<T extends Tag>(props: TagManagerProps<T> & { tag: T }) {
  const { tag, usage, onPatch } = props;
  const [mode, setMode] = useState<'untouched' | 'shown' | 'edited' | 'deleted'>('untouched');
  if (mode === 'edited') {
    return (
      <li className={classes.form}>
        <TagForm
          initial={{ name: tag.name, color: tag.color, description: tag.description ?? '' }}
          label="Save"
          onCancel={() => setMode('shown')}
          onSubmit={async (draft) => {
            const problem = await onPatch(tag, draft);
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
      <ColorDot color={tag.color} />
      <span className={classes.texts}>
        <span className={classes.name} title={tag.name} dir="auto">
          {tag.name}
        </span>
        {tag.description ? (
          <span className={classes.description} title={tag.description}>
            {tag.description}
          </span>
        ) : null}
      </span>
      <span className={`${classes.usage} numeric`}>{usage(tag)}</span>
      <LineActions
        name={tag.name}
        wasLeft={mode === 'shown'}
        onEdit={() => setMode('edited')}
        onDelete={() => setMode('deleted')}
      />
    </li>
  );
}

interface LineActionsProps {
  name: string;
  /** A form in place of this line has just been closed. */
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
      <Tooltip label="Delete">
        <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${name}`} onClick={onDelete}>
          <Trash2 size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

function Deletion<T extends Tag>(props: TagManagerProps<T> & { tag: T; onKeep: () => void }) {
  const { noun, tag, whatGoes, onDelete, onKeep } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const first = useFocusOnMount<HTMLButtonElement>();
  const remove = async () => {
    setIsBusy(true);
    setRefusal(await onDelete(tag));
    setIsBusy(false);
  };
  return (
    <li className={classes.form}>
      <p className={classes.question}>{whatGoes(tag)}</p>
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
