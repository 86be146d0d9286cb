/** What the form says of the fields of a dataset. */
export const DATASET_HINTS = { name: 'Unique; programs find the dataset by it.' };
