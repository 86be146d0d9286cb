import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import type { JsonReading } from '../../../lib/json/json-text.js';
import { CreateCodeMutation, CreateStandaloneLlmMutation } from '../api/evaluator-mutations.js';
import type { Sandbox } from '../api/sandboxes.js';
import { EvaluatorForm } from '../components/evaluator-form.js';
import { MembersOnly } from '../components/members-only.js';
import { WithJudgeStart } from '../components/with-judge-start.js';
import { WithSandboxes } from '../components/with-sandboxes.js';
import { type EvaluatorInput, type EvaluatorStart, startCode } from '../draft/evaluator-draft.js';

const route = getRouteApi('/evaluators/new');

/** The form for a new evaluator without a dataset. */
export function NewStandalonePage() {
  const { kind, template } = route.useSearch();
  useBreadcrumbs([
    { label: 'Evaluators', link: { to: '/evaluators' } },
    { label: 'New evaluator' },
  ]);
  return (
    <MembersOnly>
      {kind === 'code' ? (
        <WithSandboxes>
          {(sandboxes, first) => <NewCode sandboxes={sandboxes} first={first} />}
        </WithSandboxes>
      ) : (
        <WithJudgeStart key={template ?? ''} templateName={template}>
          {(start, title) => <NewJudge start={start} title={title} />}
        </WithJudgeStart>
      )}
    </MembersOnly>
  );
}

function NewJudge({ start, title }: { start: EvaluatorStart; title: string }) {
  const [create] = useGraphqlMutation(CreateStandaloneLlmMutation, { exact: true });
  return (
    <NewForm
      start={start}
      title={title}
      create={async ({ outputConfigs, code: _code, ...input }) => {
        const { data, error } = await create({
          input: { ...input, outputConfigs: outputConfigs ?? [] },
        });
        if (error) return { problem: describeError(error).detail };
        return { value: data.createLlmEvaluator.evaluator.id };
      }}
    />
  );
}

function NewCode({ sandboxes, first }: { sandboxes: readonly Sandbox[]; first: Sandbox }) {
  const [start] = useState(() => startCode(first));
  const [create] = useGraphqlMutation(CreateCodeMutation, { exact: true });
  return (
    <NewForm
      start={start}
      title="New code evaluator"
      sandboxes={sandboxes}
      create={async ({ code, promptVersion: _promptVersion, ...input }) => {
        if (!code) return { problem: 'Enter the code.' };
        const { language, sandboxConfigId, source: sourceCode } = code;
        const { data, error } = await create({
          input: { ...input, language, sandboxConfigId, sourceCode },
        });
        if (error) return { problem: describeError(error).detail };
        return { value: data.createCodeEvaluator.evaluator.id };
      }}
    />
  );
}

interface NewFormProps {
  start: EvaluatorStart;
  title: string;
  /** Where new code can run. */
  sandboxes?: readonly Sandbox[];
  /** Returns the ID of the evaluator, or the server’s error message. */
  create: (input: EvaluatorInput) => Promise<JsonReading<string>>;
}

function NewForm({ create, ...form }: NewFormProps) {
  const navigate = useNavigate();
  return (
    <EvaluatorForm
      {...form}
      label="Create evaluator"
      onCancel={() => void navigate({ to: '/evaluators' })}
      onSubmit={async (input) => {
        const created = await create(input);
        if ('problem' in created) return created.problem;
        notifications.show({ message: `Evaluator ${input.name} created` });
        void navigate({
          to: '/evaluators/$evaluatorId',
          params: { evaluatorId: created.value },
        });
        return undefined;
      }}
    />
  );
}
