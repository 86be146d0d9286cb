import { useRef, useState } from 'react';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  AttachCodeMutation,
  CreateCodeMutation,
  CreateCodeVersionMutation,
  PatchCodeMutation,
} from '../api/evaluator-mutations.js';
import type { Sandbox } from '../api/sandboxes.js';
import { type EvaluatorInput, startCode } from '../draft/evaluator-draft.js';
import { NewEvaluatorForm, type NewEvaluatorProps } from './new-evaluator-form.js';
import { WithSandboxes } from './with-sandboxes.js';

/** The form for a new evaluator with code, in a dataset. */
export function NewCode(props: NewEvaluatorProps) {
  return (
    <WithSandboxes>
      {(sandboxes, first) => <NewCodeForm {...props} sandboxes={sandboxes} first={first} />}
    </WithSandboxes>
  );
}

interface NewCodeFormProps extends NewEvaluatorProps {
  sandboxes: readonly Sandbox[];
  first: Sandbox;
}

function NewCodeForm({ first, ...props }: NewCodeFormProps) {
  const [start] = useState(() => startCode(first));
  const create = useCreate(props.datasetId);
  return <NewEvaluatorForm {...props} start={start} title="New code evaluator" create={create} />;
}

/**
 * Returns a function that creates an evaluator and adds it to the dataset. If only the second step
 * fails, such as for a name that is taken, the next attempt uses the evaluator again.
 */
function useCreate(datasetId: string) {
  const [create] = useGraphqlMutation(CreateCodeMutation, { exact: true });
  const [createVersion] = useGraphqlMutation(CreateCodeVersionMutation);
  const [patch] = useGraphqlMutation(PatchCodeMutation);
  const [attach] = useGraphqlMutation(AttachCodeMutation, { exact: true });
  const created = useRef<{ id: string; sandboxConfigId: string }>(undefined);

  const provide = async ({ name, description, code }: EvaluatorInput) => {
    if (!code) return { problem: 'Enter the code.' };
    const { language, sandboxConfigId, source: sourceCode } = code;
    const known = created.current;
    if (known?.sandboxConfigId === sandboxConfigId) {
      const { id } = known;
      const renamed = await patch({ input: { id, name, description: description ?? '' } });
      const { error = renamed.error } = await createVersion({
        input: { codeEvaluatorId: id, sourceCode },
      });
      return error ? { problem: describeError(error).detail } : { id };
    }
    const { data, error } = await create({
      input: { name, description, language, sandboxConfigId, sourceCode },
    });
    if (error) return { problem: describeError(error).detail };
    const { id } = data.createCodeEvaluator.evaluator;
    created.current = { id, sandboxConfigId };
    return { id };
  };
  return async (input: EvaluatorInput) => {
    const evaluator = await provide(input);
    if (evaluator.id === undefined) return evaluator.problem;
    const { name, description, inputMapping, outputConfigs } = input;
    const { error } = await attach({
      input: {
        name,
        description,
        inputMapping,
        outputConfigs,
        datasetId,
        evaluatorId: evaluator.id,
      },
    });
    return error && describeError(error).detail;
  };
}
