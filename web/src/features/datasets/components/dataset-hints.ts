/** Descriptions of the fields in dataset forms. */
export const DATASET_HINTS = {
  name: 'Must be unique. Programs refer to the dataset by this name.',
};
