/** Descriptions of the fields in dataset forms. */
export const DATASET_HINTS = { name: 'Must be unique. Programs find the dataset by this name.' };
