import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { AddRowButton, RemoveRowButton } from '../../../components/forms/row-buttons.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { type Masking, type MaskRules, PatchMaskingMutation } from '../api/masking.js';
import { KINDS, type MaskingDraft, type PatternDraft, toDraft, toRules } from '../masking-draft.js';
import { MaskingPreview } from './masking-preview.js';
import classes from './project-masking.module.css';

interface MaskingFormProps {
  projectId: string;
  masking: Masking;
}

/** The rules of a project, with a preview on its newest spans. */
export function MaskingForm({ projectId, masking }: MaskingFormProps) {
  const [draft, setDraft] = useState(() => toDraft(masking));
  const [previewed, setPreviewed] = useState<MaskRules>();
  const [refusal, setRefusal] = useState<string>();
  const [patch, isSending] = useGraphqlMutation(PatchMaskingMutation);
  const rules = toRules(draft);
  const isDirty = JSON.stringify(rules) !== JSON.stringify(toRules(toDraft(masking)));
  const change = (part: Partial<MaskingDraft>) => {
    setDraft((now) => ({ ...now, ...part }));
    setPreviewed(undefined);
    setRefusal(undefined);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { error } = await patch({ input: { projectId, rules } });
    setRefusal(error && describeError(error).detail);
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap="md" maw={720}>
        <Checkbox.Group
          label="Wherever they occur in texts"
          value={draft.kinds}
          onChange={(kinds) => change({ kinds })}
        >
          <Stack gap={6} mt={6}>
            {KINDS.map(({ kind, label, hint }) => (
              <Checkbox key={kind} value={kind} size="xs" label={label} description={hint} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Textarea
          label="Whole attributes"
          description="One name per line, such as metadata.password or **.password. * matches one part of a name, ** any number of parts. Stored as [masked]."
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          value={draft.keys}
          onChange={(event) => change({ keys: event.currentTarget.value })}
        />
        <Patterns patterns={draft.patterns} onChange={(patterns) => change({ patterns })} />
        <FormAlert text={refusal} />
        <Group gap="xs">
          <Button type="submit" loading={isSending} disabled={!isDirty}>
            Save
          </Button>
          <Button variant="default" onClick={() => setPreviewed(rules)}>
            Preview
          </Button>
        </Group>
        {previewed ? <MaskingPreview projectId={projectId} rules={previewed} /> : null}
      </Stack>
    </form>
  );
}

interface PatternsProps {
  patterns: readonly PatternDraft[];
  onChange: (patterns: PatternDraft[]) => void;
}

function Patterns({ patterns, onChange }: PatternsProps) {
  const replace = (key: number, part: Partial<PatternDraft>) =>
    onChange(patterns.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () => {
    const key = Math.max(-1, ...patterns.map((row) => row.key)) + 1;
    onChange([...patterns, { key, name: '', pattern: '' }]);
  };
  return (
    <fieldset className={classes.patterns}>
      <legend>Patterns of your own</legend>
      <p className={classes.words}>
        Regular expressions in RE2 syntax. Matches are stored as the name in brackets.
      </p>
      {patterns.map(({ key, name, pattern }) => (
        <div key={key} className={classes.pattern}>
          <TextInput
            aria-label="Name of the pattern"
            placeholder="customer number"
            value={name}
            onChange={(event) => replace(key, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label="Pattern"
            placeholder="KD-\d{6}"
            className={classes.expression}
            spellCheck={false}
            value={pattern}
            onChange={(event) => replace(key, { pattern: event.currentTarget.value })}
          />
          <RemoveRowButton
            label={`Remove the pattern ${name}`}
            onClick={() => onChange(patterns.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      <AddRowButton label="Add pattern" onClick={add} />
    </fieldset>
  );
}
