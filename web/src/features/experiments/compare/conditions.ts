/** A condition that one click filters by. */
export interface ConditionChoice {
  label: string;
  condition: string;
}

interface EvaluationPlace {
  /** Place of the experiment in the comparison; 0 is the base. */
  index: number;
  name: string;
  score: number | null;
  label: string | null;
}

/** The conditions that a value an evaluator gave suggests. */
export function evaluationConditions(place: EvaluationPlace): ConditionChoice[] {
  const { index, name, score, label } = place;
  const field = (part: string, of = index) => `experiments[${of}].evals[${quote(name)}].${part}`;
  const choices: ConditionChoice[] = [];
  if (score !== null) {
    const number = String(score);
    choices.push(
      { label: `Score is ${number}`, condition: `${field('score')} == ${number}` },
      { label: `Score above ${number}`, condition: `${field('score')} > ${number}` },
      { label: `Score below ${number}`, condition: `${field('score')} < ${number}` },
    );
  }
  if (score !== null && index > 0) {
    choices.push(
      { label: 'Score lower than the base', condition: `${field('score')} < ${field('score', 0)}` },
      {
        label: 'Score higher than the base',
        condition: `${field('score')} > ${field('score', 0)}`,
      },
      { label: 'Score equal to the base', condition: `${field('score')} == ${field('score', 0)}` },
    );
  }
  if (label !== null) {
    choices.push(
      { label: `Label is ${label}`, condition: `${field('label')} == ${quote(label)}` },
      { label: `Label is not ${label}`, condition: `${field('label')} != ${quote(label)}` },
    );
  }
  return choices;
}

/** The conditions that one column of the comparison suggests: where it is worse or failed. */
export function experimentConditions(
  index: number,
  scoreNames: readonly string[],
): ConditionChoice[] {
  const run = `experiments[${index}]`;
  return [
    { label: 'Failed', condition: `${run}.error is not None` },
    ...(index > 0
      ? [
          {
            label: 'Slower than the base',
            condition: `${run}.latency_ms > experiments[0].latency_ms`,
          },
          ...scoreNames.map((name) => ({
            label: `${name} lower than the base`,
            condition: `${run}.evals[${quote(name)}].score < experiments[0].evals[${quote(name)}].score`,
          })),
        ]
      : []),
  ];
}

/** Both conditions at once. */
export function bothConditions(first: string, second: string): string {
  if (first.trim() === '' || first.trim() === second) return second;
  return `${wrapped(first.trim())} and ${second}`;
}

/** A text as the run language writes it. */
export function quote(text: string): string {
  // The escapes of JSON are among those of the language.
  return /^[^'\\\p{C}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);
}

/** `or` binds weaker than `and`; in doubt, also of a word inside a text, brackets do no harm. */
function wrapped(condition: string): string {
  return /\bor\b/.test(condition) ? `(${condition})` : condition;
}
