import type { CodeSample } from '../../../components/code-tabs.js';

/** A way to run an experiment: what to install and what to run. */
export interface ExperimentSnippet extends CodeSample {
  install: string;
}

/** Code that runs a first experiment over a dataset with the published clients, ready to be changed. */
export function experimentSnippets(server: string, dataset: string): ExperimentSnippet[] {
  return [python(server, dataset), typescript(server, dataset)];
}

function python(server: string, dataset: string): ExperimentSnippet {
  return {
    label: 'Python',
    install: 'pip install arize-phoenix-client',
    code: `from phoenix.client import Client

client = Client(base_url="${server}")
dataset = client.datasets.get_dataset(dataset=${JSON.stringify(dataset)})

def task(input):
    return my_application(input)  # what is to be tried

def exact(output, expected):
    return output == expected

experiment = client.experiments.run_experiment(
    dataset=dataset,
    task=task,
    evaluators=[exact],
    experiment_name="first try",
)`,
  };
}

function typescript(server: string, dataset: string): ExperimentSnippet {
  return {
    label: 'TypeScript',
    install: 'npm install @arizeai/phoenix-client',
    code: `import { createClient } from "@arizeai/phoenix-client";
import { asExperimentEvaluator, runExperiment } from "@arizeai/phoenix-client/experiments";

const client = createClient({ options: { baseUrl: "${server}" } });

const exact = asExperimentEvaluator({
  name: "exact",
  kind: "CODE",
  evaluate: ({ output, expected }) => ({
    score: JSON.stringify(output) === JSON.stringify(expected) ? 1 : 0,
  }),
});

await runExperiment({
  client,
  dataset: { datasetName: ${JSON.stringify(dataset)} },
  task: ({ input }) => myApplication(input), // what is to be tried
  evaluators: [exact],
  experimentName: "first try",
});`,
  };
}
