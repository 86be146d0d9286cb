import { Button, Checkbox, Group, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  PatchSamplingMutation,
  type Sampling,
  SamplingPreviewQuery,
  type SamplingRules,
} from '../api/sampling.js';
import { type SamplingDraft, toDraft, toRules } from '../sampling-draft.js';
import classes from './project-sampling.module.css';
import { ScoreFields } from './score-fields.js';
import { useDroppingQuestion } from './use-dropping-question.js';
import { useDebouncedValue } from '@mantine/hooks';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describePreview } from '../sampling-texts.js';

interface SamplingFormProps {
  projectId: string;
  sampling: Sampling;
}

/** The rules of a project, with what they would do to its newest traces. */
export function SamplingForm({ projectId, sampling }: SamplingFormProps) {
  const [draft, setDraft] = useState(() => toDraft(sampling));
  const [refusal, setRefusal] = useState<string>();
  const [patch, isSending] = useGraphqlMutation(PatchSamplingMutation);
  const { question, ask, close } = useDroppingQuestion(projectId);
  const { isEnabled } = draft;
  const rules = toRules(draft);
  const saved = toDraft(sampling);
  const isDirty =
    isEnabled !== saved.isEnabled || JSON.stringify(rules) !== JSON.stringify(toRules(saved));
  const change = (part: Partial<SamplingDraft>) => {
    setDraft((now) => ({ ...now, ...part }));
    setRefusal(undefined);
  };
  const save = async (): Promise<string | undefined> => {
    const { error } = await patch({ input: { projectId, isEnabled, rules } });
    return error && describeError(error).detail;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isEnabled && (await ask(rules, save))) return;
    setRefusal(await save());
  };
  return (
    <>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md" maw={720}>
          <Switch
            label="Sample traces"
            checked={isEnabled}
            onChange={(event) => change({ isEnabled: event.currentTarget.checked })}
          />
          {isEnabled ? (
            <>
              <RuleFields draft={draft} onChange={change} />
              <ShareFields draft={draft} onChange={change} />
              <SamplingPreview projectId={projectId} rules={rules} />
            </>
          ) : null}
          <FormAlert text={refusal} />
          {isEnabled || isDirty ? (
            <Group gap="xs">
              <Button type="submit" loading={isSending} disabled={!isDirty}>
                Save
              </Button>
            </Group>
          ) : null}
        </Stack>
      </form>
      {/* Outside of the form, because its own would submit this one too. */}
      <ConfirmDialog confirmation={question} onClose={close} />
    </>
  );
}

interface FieldsProps {
  draft: SamplingDraft;
  onChange: (part: Partial<SamplingDraft>) => void;
}

/** The fields for the traces that are always kept. */
function RuleFields({ draft, onChange }: FieldsProps) {
  return (
    <fieldset className={classes.fields}>
      <legend>Always keep</legend>
      <Checkbox
        label="Traces that failed"
        checked={draft.keepsFailed}
        onChange={(event) => onChange({ keepsFailed: event.currentTarget.checked })}
      />
      <div className={classes.row}>
        <NumberField
          label="Latency from (s)"
          decimalScale={3}
          value={draft.minSeconds}
          onChange={(minSeconds) => onChange({ minSeconds })}
        />
        <NumberField
          label="Cost from ($)"
          decimalScale={6}
          value={draft.minCost}
          onChange={(minCost) => onChange({ minCost })}
        />
        <NumberField
          label="Tokens from"
          decimalScale={0}
          value={draft.minTokens}
          onChange={(minTokens) => onChange({ minTokens })}
        />
      </div>
      <TextInput
        label="Traces that meet a condition"
        placeholder="any(s.name == 'refund' for s in spans)"
        autoComplete="off"
        spellCheck={false}
        value={draft.condition}
        onChange={(event) => onChange({ condition: event.currentTarget.value })}
      />
      <ScoreFields scores={draft.scores} onChange={(scores) => onChange({ scores })} />
      <p className={classes.words}>
        Traces that a person has annotated or moved here, and those in datasets, experiments and
        annotation queues, always stay.
      </p>
    </fieldset>
  );
}

/** The fields for the share of the rest, and its schedule. */
function ShareFields({ draft, onChange }: FieldsProps) {
  return (
    <>
      <div className={classes.row}>
        <NumberField
          label="Share of the rest (%)"
          decimalScale={4}
          max={100}
          required
          value={draft.percent}
          onChange={(percent) => onChange({ percent })}
        />
        <NumberField
          label="Quiet after (s)"
          min={5}
          max={3_600}
          decimalScale={0}
          required
          value={draft.quietSeconds}
          onChange={(quietSeconds) => onChange({ quietSeconds })}
        />
        <NumberField
          label="Wait at most (min)"
          min={1}
          max={1_440}
          decimalScale={2}
          required
          value={draft.longestWaitMinutes}
          onChange={(longestWaitMinutes) => onChange({ longestWaitMinutes })}
        />
      </div>
      <Checkbox
        label="Choose whole sessions"
        description="The share applies to sessions, so the traces of a conversation are kept or deleted together."
        checked={draft.sharesSessions}
        onChange={(event) => onChange({ sharesSessions: event.currentTarget.checked })}
      />
    </>
  );
}

interface NumberFieldProps {
  label: string;
  decimalScale: number;
  min?: number;
  max?: number;
  required?: boolean;
  value: number | '';
  onChange: (value: number | '') => void;
}

function NumberField({ min = 0, onChange, ...rest }: NumberFieldProps) {
  return (
    <NumberInput
      min={min}
      allowNegative={false}
      allowDecimal={rest.decimalScale > 0}
      thousandSeparator=","
      hideControls
      {...rest}
      onChange={(value) => onChange(typeof value === 'number' ? value : '')}
    />
  );
}

/** How long typing must rest before the preview is read again. */
const REST_MS = 500;

interface SamplingPreviewProps {
  projectId: string;
  rules: SamplingRules;
}

/** Says what rules would do to the newest traces of a project, while they are edited. */
function SamplingPreview({ projectId, rules }: SamplingPreviewProps) {
  const text = JSON.stringify(rules);
  const [rested] = useDebouncedValue(text, REST_MS);
  const isRested = rested === text;
  const { data, error } = useGraphqlQuery(SamplingPreviewQuery, {
    id: projectId,
    rules: JSON.parse(rested) as SamplingRules,
  });
  const counts = data?.node.__typename === 'Project' ? data.node.samplingPreview : undefined;
  return (
    <p role="status" className={classes.preview}>
      {isRested && error ? describeError(error).detail : null}
      {isRested && counts ? describePreview(counts) : null}
      {isRested && (counts || error) ? null : 'Counting what these rules would keep…'}
    </p>
  );
}
