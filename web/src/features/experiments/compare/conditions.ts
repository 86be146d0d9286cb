import { quote } from '../../../lib/filter-language/write-condition.js';

/** A condition that the user applies with one click. */
export interface ConditionChoice {
  label: string;
  condition: string;
}

interface EvaluationPlace {
  /** The position of the experiment in the comparison; 0 is the base experiment. */
  index: number;
  name: string;
  score: number | null;
  label: string | null;
}

/** Suggests conditions for an evaluation. */
export function suggestEvaluationConditions(place: EvaluationPlace): ConditionChoice[] {
  const { index, name, score, label } = place;
  const writeField = (part: string, of = index) =>
    `experiments[${of}].evals[${quote(name)}].${part}`;
  const choices: ConditionChoice[] = [];
  if (score !== null) {
    const number = String(score);
    choices.push(
      { label: `Score is ${number}`, condition: `${writeField('score')} == ${number}` },
      { label: `Score above ${number}`, condition: `${writeField('score')} > ${number}` },
      { label: `Score below ${number}`, condition: `${writeField('score')} < ${number}` },
    );
  }
  if (score !== null && index > 0) {
    choices.push(
      {
        label: 'Score lower than in the base experiment',
        condition: `${writeField('score')} < ${writeField('score', 0)}`,
      },
      {
        label: 'Score higher than in the base experiment',
        condition: `${writeField('score')} > ${writeField('score', 0)}`,
      },
      {
        label: 'Same score as in the base experiment',
        condition: `${writeField('score')} == ${writeField('score', 0)}`,
      },
    );
  }
  if (label !== null) {
    choices.push(
      { label: `Label is ${label}`, condition: `${writeField('label')} == ${quote(label)}` },
      { label: `Label is not ${label}`, condition: `${writeField('label')} != ${quote(label)}` },
    );
  }
  return choices;
}

/** Suggests conditions for one experiment of the comparison: that it failed or was worse. */
export function suggestExperimentConditions(
  index: number,
  scoreNames: readonly string[],
): ConditionChoice[] {
  const run = `experiments[${index}]`;
  return [
    { label: 'The run failed', condition: `${run}.error is not None` },
    ...(index > 0
      ? [
          {
            label: 'The run was slower than in the base experiment',
            condition: `${run}.latency_ms > experiments[0].latency_ms`,
          },
          ...scoreNames.map((name) => ({
            label: `${name} is lower than in the base experiment`,
            condition: `${run}.evals[${quote(name)}].score < experiments[0].evals[${quote(name)}].score`,
          })),
        ]
      : []),
  ];
}
