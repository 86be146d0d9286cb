/** One config of each type, as REST sends and receives it, without its ID. */
export const CATEGORICAL = {
  type: 'CATEGORICAL',
  name: 'correctness',
  description: 'Is the answer right?',
  optimization_direction: 'MAXIMIZE',
  values: [
    { label: 'right', score: 1.5 },
    { label: 'wrong', score: null },
  ],
};
export const CONTINUOUS = {
  type: 'CONTINUOUS',
  name: 'tone',
  description: null,
  optimization_direction: 'NONE',
  lower_bound: -1,
  upper_bound: 1e300,
};
export const FREEFORM = {
  type: 'FREEFORM',
  name: 'comment',
  description: '',
  optimization_direction: null,
  threshold: 0.25,
  lower_bound: null,
  upper_bound: null,
};
