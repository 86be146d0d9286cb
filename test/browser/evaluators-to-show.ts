import { cookieOf, type SecuredServer } from '../support/accounts.js';
import { codeEvaluatorOperations } from '../evaluators/code-evaluator-operations.js';
import { aQuestion, evaluatorOperations, labels } from '../evaluators/evaluator-operations.js';
import { ruleOperations } from '../evaluation-rules/rule-operations.js';
import { aTargetToAnnotate } from '../support/factories/annotation.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aDataset } from '../support/factories/dataset.js';
import { aRun, anEvaluation, anExperiment } from '../support/factories/experiment.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';

/** Evaluators as on a server that has been used for a while. */
export interface ShownEvaluators {
  /** An LLM judge that a dataset and a rule use. */
  judge: string;
  /** Its use in the dataset, with scores of three experiments. */
  use: string;
  /** Code in Python with two versions. */
  code: string;
  /** The dataset `capitals`. */
  dataset: string;
}

/** How often the judge answered with the better label in each experiment, of four times. */
const RIGHT = [1, 3, 4];

export async function evaluatorsToShow(server: SecuredServer): Promise<ShownEvaluators> {
  const { MEMBER } = server.accounts;
  const { done } = evaluatorOperations(() => server);
  const code = codeEvaluatorOperations(() => server);
  await code.readSandboxes();
  const { id: datasetId } = await aDataset(server, { name: 'capitals' });
  const example = await anExample(server, {
    dataset_id: datasetId,
    input: { question: 'Capital of Peru?' },
    output: { answer: 'Lima' },
  });
  const dataset = globalId('Dataset', datasetId);
  const draft = {
    name: 'tells the truth',
    description: 'Compares the answer with the atlas.',
    promptVersion: aQuestion('Is {{output}} the same as {{reference}}?'),
    outputConfigs: labels('right', 'wrong'),
    inputMapping: { pathMapping: { output: 'output.answer' } },
  };
  const { data } = await server.gqlAs<{ done: { evaluator: { id: string } } }>(
    cookieOf(MEMBER),
    `mutation ($input: CreateLLMEvaluatorInput!) {
      done: createLlmEvaluator(input: $input) { evaluator { id } }
    }`,
    { input: draft },
  );
  const judge = data!.done.evaluator.id;
  await server.gqlAs(
    cookieOf(MEMBER),
    `mutation ($input: UpdateLLMEvaluatorInput!) {
      updateLlmEvaluator(input: $input) { evaluator { id } }
    }`,
    { input: { ...draft, id: judge, promptVersion: aQuestion('Is {{output}} in {{reference}}?') } },
  );
  const name = 'truth';
  const attach = { datasetId: dataset, evaluatorId: judge, name };
  const { id: use } = await done(MEMBER, 'attachLlmEvaluator', attach);
  for (const [index, right] of RIGHT.entries()) {
    const experiment = await anExperiment(server, {
      dataset_id: datasetId,
      name: `prompt ${index + 1}`,
    });
    for (const place of [1, 2, 3, 4]) {
      const run = await aRun(server, {
        experiment_id: experiment.id,
        example_id: example.id,
        repetition_number: place,
      });
      const isRight = place <= right;
      const { id } = await anEvaluation(server, {
        run_id: run.id,
        name,
        label: isRight ? 'right' : 'wrong',
        score: isRight ? 1 : 0,
      });
      await server.sql('UPDATE experiment_run_annotations SET job_attempt = 1 WHERE id = $1', [id]);
    }
  }
  await addRule(server, judge);
  const compares = await code.created({
    name: 'names the city',
    description: 'Looks for the name of the city in the answer.',
    language: 'PYTHON',
    sandboxConfigId: code.sandboxes['Python'],
    sourceCode: 'def evaluate(output, reference):\n    return output == reference\n',
  });
  await code.change('createCodeEvaluatorVersion', 'CreateCodeEvaluatorVersionInput', {
    codeEvaluatorId: compares.id,
    sourceCode:
      'def evaluate(output, reference):\n    # The answer may say more.\n    return reference in output\n',
  });
  return { judge, use, code: compares.id, dataset };
}

/** Lets the judge evaluate a project, on three of the last days. */
async function addRule(server: SecuredServer, evaluatorId: string): Promise<void> {
  const { MEMBER } = server.accounts;
  const rules = ruleOperations((query, variables) =>
    server.gqlAs(cookieOf(MEMBER), query, variables),
  );
  const { id: projectId } = await aProject(server, { name: 'travel guide' });
  const rule = await rules.aRule(projectId, {
    name: 'live truth',
    evaluatorId,
    inputMapping: null,
    isEnabled: false,
  });
  const rowId = Buffer.from(rule.id, 'base64').toString().split(':')[1];
  for (const day of [1, 3, 4]) {
    const target = await aTargetToAnnotate(server, 'span', { project_id: projectId });
    await target.annotate({
      identifier: `rule:${rowId}`,
      label: 'right',
      score: 1,
      created_at: new Date(Date.now() - day * 86_400_000).toISOString(),
    });
  }
}
