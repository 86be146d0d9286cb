import { Input, Modal, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Notice } from '../../../components/feedback/notice.js';
import { TimeRangeControl } from '../../../components/filters/time-range-control.js';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatCount, formatPlural } from '../../../lib/format/numbers.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import { useMatchingCount } from '../api/matching-count.js';
import { BackfillRuleMutation, type Rule, RULE_DOCUMENTS } from '../api/rules.js';
import { formatRate, TARGETS } from '../rule-texts.js';

export interface BackfillDialogProps {
  /** Undefined to hide the dialog. */
  rule: Rule | undefined;
  onClose: () => void;
}

/** Chooses which past spans, traces or sessions a rule evaluates. */
export function BackfillDialog({ rule, onClose }: BackfillDialogProps) {
  return (
    <Modal
      opened={rule !== undefined}
      onClose={onClose}
      title={rule ? `Evaluate past ${TARGETS[rule.target].tab}` : 'Evaluate'}
    >
      {rule ? <BackfillForm rule={rule} onClose={onClose} /> : null}
    </Modal>
  );
}

function BackfillForm({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { id, name, target, isEnabled } = rule;
  const { tab } = TARGETS[target];
  const [range, setRange] = useState<TimeRangeSearch>({});
  const [refusal, setRefusal] = useState<string>();
  const [send, isSending] = useGraphqlMutation(BackfillRuleMutation, {
    invalidates: RULE_DOCUMENTS,
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { error } = await send({ input: { id, timeRange: resolveTimeRange(range) } });
    if (error) setRefusal(describeError(error).detail);
    else onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <div>
          <b dir="auto">{name}</b> evaluates a sample of the {tab} that began in this time and meet
          its condition, newest first. It skips those that it has evaluated before.
        </div>
        <Input.Wrapper label="Time range" labelElement="div">
          <div>
            <TimeRangeControl
              value={range}
              onChange={(next) => {
                setRange(next);
                setRefusal(undefined);
              }}
            />
          </div>
        </Input.Wrapper>
        <Estimate rule={rule} range={range} />
        {isEnabled ? null : <Notice tone="warning">This rule is disabled. Enable it first.</Notice>}
        <FormAlert text={refusal} />
        <FormButtons
          label={`Evaluate ${tab}`}
          isBusy={isSending}
          isDisabled={!isEnabled}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

function Estimate({ rule, range }: { rule: Rule; range: TimeRangeSearch }) {
  const { projectId, target, condition, samplingRate, maxEvaluationsPerDay, maxCostPerDay } = rule;
  const { noun } = TARGETS[target];
  const { count, error } = useMatchingCount({ projectId, target, condition, range });
  if (error) return <div>Counting them takes too long. You can start anyway.</div>;
  if (count === undefined) return <div aria-busy>Counting…</div>;
  const selected = Math.round(count * samplingRate);
  const isLimited = maxCostPerDay !== null || selected > (maxEvaluationsPerDay ?? Infinity);
  return (
    <div>
      {formatPlural(count, noun)} in this range {count === 1 ? 'meets' : 'meet'} the condition. At{' '}
      {formatRate(samplingRate)}, that is{' '}
      <b>
        about {formatCount(selected)} {selected === 1 ? 'evaluation' : 'evaluations'}
      </b>
      .{isLimited ? ' Today’s limits apply, so some may be skipped.' : ''}
    </div>
  );
}
