import { Modal, NumberInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import type { Outcome } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import type { ExperimentJob } from '../api/experiment-job.js';

type Budget = ExperimentJob['budget'];

interface ResumeDialogProps {
  isOpen: boolean;
  /** The limits that the experiment has now. */
  budget: Budget;
  onClose: () => void;
  onResume: (budget: Budget) => Promise<Outcome<unknown>>;
}

/** Asks for other limits before an experiment continues that reached one of them. */
export function ResumeDialog({ isOpen, ...rest }: ResumeDialogProps) {
  return (
    <Modal opened={isOpen} onClose={rest.onClose} title="Resume experiment">
      {isOpen ? <ResumeForm {...rest} /> : null}
    </Modal>
  );
}

function ResumeForm({ budget, onClose, onResume }: Omit<ResumeDialogProps, 'isOpen'>) {
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<Record<keyof Budget, number | string>>({
    initialValues: { maxCost: budget.maxCost ?? '', maxTokens: budget.maxTokens ?? '' },
  });
  const submit = form.onSubmit(async ({ maxCost, maxTokens }) => {
    const read = (value: number | string) => (value === '' ? null : Number(value));
    const { error } = await onResume({ maxCost: read(maxCost), maxTokens: read(maxTokens) });
    if (error) setRefusal(describeError(error).detail);
    else onClose();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <NumberInput
          label="Cost limit in US dollars"
          description="Counts from the start of the experiment. Empty for no limit."
          data-autofocus
          min={0}
          {...form.getInputProps('maxCost')}
        />
        <NumberInput
          label="Token limit"
          min={0}
          allowDecimal={false}
          {...form.getInputProps('maxTokens')}
        />
        <FormAlert text={refusal} />
        <FormButtons label="Resume" isBusy={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
