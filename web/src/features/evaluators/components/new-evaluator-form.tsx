import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Sandbox } from '../api/sandboxes.js';
import type { TestExample } from '../api/test-examples.js';
import type { EvaluatorInput, EvaluatorStart } from '../draft/evaluator-draft.js';
import { EvaluatorForm } from './evaluator-form.js';

/** The props of all forms for new evaluators. */
export interface NewEvaluatorProps {
  datasetId: string;
  examples: readonly TestExample[];
}

interface NewEvaluatorFormProps extends NewEvaluatorProps {
  start: EvaluatorStart;
  title: string;
  /** Where new code can run. */
  sandboxes?: readonly Sandbox[];
  /** Shown above the fields. */
  note?: ReactNode;
  /** Returns the server’s error message on failure. */
  create: (input: EvaluatorInput) => Promise<string | undefined>;
}

/** A form for a new evaluator, which leads back to the list. */
export function NewEvaluatorForm(props: NewEvaluatorFormProps) {
  const { datasetId, create, ...form } = props;
  const navigate = useNavigate();
  const leave = () =>
    void navigate({ to: '/datasets/$datasetId/evaluators', params: { datasetId } });
  return (
    <EvaluatorForm
      {...form}
      label="Add evaluator"
      onCancel={leave}
      onSubmit={async (input) => {
        const refusal = await create(input);
        if (refusal !== undefined) return refusal;
        notifications.show({ message: `Evaluator ${input.name} added` });
        leave();
        return undefined;
      }}
    />
  );
}
