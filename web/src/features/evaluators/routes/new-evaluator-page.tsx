import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { CreateBuiltInMutation, CreateLlmMutation } from '../api/evaluator-mutations.js';
import { type BuiltInEvaluator, useBuiltInEvaluators } from '../api/starting-points.js';
import { EditorFrame, NotFound } from '../components/editor-frame.js';
import { MembersOnly } from '../components/members-only.js';
import { NewAttached } from '../components/new-attached.js';
import { NewCode } from '../components/new-code.js';
import { NewEvaluatorForm, type NewEvaluatorProps } from '../components/new-evaluator-form.js';
import { WithJudgeStart } from '../components/with-judge-start.js';
import { startBuiltIn } from '../draft/evaluator-draft.js';
import { getBuiltInLabel } from '../../../components/evaluators/evaluator-names.js';

const route = getRouteApi('/datasets/$datasetId/evaluators/new');

/** The form for a new evaluator of a dataset, or for one that exists. */
export function NewEvaluatorPage() {
  const { datasetId } = route.useParams();
  const { builtIn, template, code, evaluator } = route.useSearch();
  return (
    <EditorFrame datasetId={datasetId} label="New evaluator">
      {(examples) => {
        const props = { datasetId, examples };
        return (
          <MembersOnly>
            {builtIn !== undefined ? (
              <NewBuiltIn key={builtIn} {...props} name={builtIn} />
            ) : code ? (
              <NewCode {...props} />
            ) : evaluator !== undefined ? (
              <NewAttached key={evaluator} {...props} evaluatorId={evaluator} />
            ) : (
              <NewJudge key={template ?? ''} {...props} templateName={template} />
            )}
          </MembersOnly>
        );
      }}
    </EditorFrame>
  );
}

function NewBuiltIn({ name, ...props }: NewEvaluatorProps & { name: string }) {
  const { evaluators, error, reload } = useBuiltInEvaluators();
  if (error) return <ErrorState isPage error={error} onRetry={reload} />;
  if (!evaluators) return null;
  const evaluator = evaluators.find((one) => one.name === name);
  if (!evaluator) return <NotFound what="Built-in evaluator" datasetId={props.datasetId} />;
  return <NewBuiltInForm {...props} evaluator={evaluator} />;
}

function NewBuiltInForm({
  evaluator,
  ...props
}: NewEvaluatorProps & { evaluator: BuiltInEvaluator }) {
  const [start] = useState(() => startBuiltIn(evaluator));
  const [create] = useGraphqlMutation(CreateBuiltInMutation, { exact: true });
  return (
    <NewEvaluatorForm
      {...props}
      start={start}
      title={`New evaluator: ${getBuiltInLabel(evaluator.name)}`}
      create={async ({ promptVersion: _promptVersion, code: _code, ...input }) => {
        const { datasetId } = props;
        const { error } = await create({
          input: { ...input, datasetId, evaluatorId: evaluator.id },
        });
        return error && describeError(error).detail;
      }}
    />
  );
}

function NewJudge({
  templateName,
  ...props
}: NewEvaluatorProps & { templateName: string | undefined }) {
  const [create] = useGraphqlMutation(CreateLlmMutation, { exact: true });
  return (
    <WithJudgeStart templateName={templateName} datasetId={props.datasetId}>
      {(start, title) => (
        <NewEvaluatorForm
          {...props}
          start={start}
          title={title}
          create={async ({ outputConfigs, code: _code, ...input }) => {
            const { datasetId } = props;
            const { error } = await create({
              input: { ...input, datasetId, outputConfigs: outputConfigs ?? [] },
            });
            return error && describeError(error).detail;
          }}
        />
      )}
    </WithJudgeStart>
  );
}
