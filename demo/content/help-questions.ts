/** A question to a bookstore's help desk, and a reference answer. */
export interface HelpQuestion {
  id: string;
  question: string;
  answer: string;
  topic: string;
  splits: string[];
}

/** The questions in the dataset's first version. */
export const HELP_QUESTIONS: readonly HelpQuestion[] = [
  {
    id: 'delivery-address',
    question: 'I moved last week. Can I still change the address of an order from yesterday?',
    answer:
      'Yes, while it is being prepared, which takes one to three working days: Your orders › Change delivery. After that the change is made with the carrier.',
    topic: 'orders',
    splits: ['train'],
  },
  {
    id: 'ebook-return',
    question: 'Can I return an e-book that I have not opened?',
    answer: 'Yes, within 14 days, if it was not fully downloaded to a reader.',
    topic: 'returns',
    splits: ['train'],
  },
  {
    id: 'ebook-bundle',
    question: 'I only want to return one volume of an e-book bundle. How?',
    answer: 'That is not possible: bundles can only be returned as a whole.',
    topic: 'returns',
    splits: ['test', 'hard'],
  },
  {
    id: 'norway',
    question: 'How much does it cost to ship 3 kg of books to Norway?',
    answer: 'EUR 21.50 for up to 5 kg, six to nine working days. Duties are collected on delivery.',
    topic: 'orders',
    splits: ['test'],
  },
  {
    id: 'customs',
    question: 'Are customs duties part of the price you show for Switzerland?',
    answer: 'No. Duties and import tax are collected on delivery.',
    topic: 'orders',
    splits: ['train'],
  },
  {
    id: 'locked-out',
    question: 'It says my account is locked. I only mistyped my password a few times!',
    answer: 'After five wrong attempts an account is locked for 15 minutes.',
    topic: 'account',
    splits: ['test'],
  },
  {
    id: 'apple-password',
    question: 'The mail to reset my password never comes. I signed up with Apple.',
    answer: 'Accounts made with Apple or Google have no password. Use the same button to sign in.',
    topic: 'account',
    splits: ['test', 'hard'],
  },
  {
    id: 'pre-order-charge',
    question: 'When do you charge my card for a pre-order?',
    answer: 'When it ships.',
    topic: 'orders',
    splits: ['train'],
  },
  {
    id: 'pre-order-price',
    question: 'The novel I pre-ordered became cheaper. What will I pay?',
    answer: 'The lowest price between order and shipment, thanks to the price promise.',
    topic: 'orders',
    splits: ['test'],
  },
  {
    id: 'fax',
    question: 'What is your fax number?',
    answer: 'We do not have one.',
    topic: 'other',
    splits: [],
  },
];

/** The second version: one answer changed, one question deleted, two added. */
export const REVISED_QUESTIONS: readonly HelpQuestion[] = [
  ...HELP_QUESTIONS.filter(({ id }) => id !== 'fax').map((example) =>
    example.id === 'pre-order-charge'
      ? {
          ...example,
          answer: 'On the day it ships. You can cancel it until then without giving a reason.',
        }
      : example,
  ),
  {
    id: 'two-orders',
    question: 'I ordered twice by mistake, one as a gift. Can you send both to my sister in Leeds?',
    answer:
      'While they are being prepared, both addresses can be changed under Your orders › Change delivery. To the United Kingdom it is EUR 9.90 each, three to five working days.',
    topic: 'orders',
    splits: ['test', 'hard'],
  },
  {
    id: 'expired-link',
    question: 'The link in the reset mail no longer works.',
    answer: 'It is valid for 30 minutes. Request a new one on the sign-in page.',
    topic: 'account',
    splits: ['test'],
  },
];
