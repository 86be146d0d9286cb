/** Explanations of a judge about answers. */
export const CORRECT = [
  'Every statement of the answer is in the help articles, and it answers the whole question.',
  'The deadline and the conditions match the article. Nothing is missing.',
  'Short, and right. The link leads to the correct form.',
];
export const INCORRECT = [
  'The answer promises a refund within 14 days, but the article says 30 days.',
  'It answers a question about gift cards, although the reader asked about vouchers.',
  'The second paragraph is not supported by any of the articles.',
];

/** Notes that people write while they read answers. */
export const NOTES = [
  'Good example for the training set.',
  'The reader had to ask twice. Should we ask for the order number first?',
  'Too long for the app: it fills two screens.',
  'Please check with the warehouse whether this is still true.',
];

/** Comments of people on the tone of an answer. */
export const TONE_COMMENTS = [
  'Friendly, and to the point.',
  'Polite, but it repeats the apology three times.',
  'Sounds like a form letter.',
];
