const TRIAGE_FORMAT = {
  type: 'json_schema',
  json_schema: {
    name: 'triage',
    schema: {
      type: 'object',
      properties: {
        topic: { type: 'string', enum: ['orders', 'returns', 'account', 'other'] },
        urgent: { type: 'boolean' },
      },
      required: ['topic', 'urgent'],
      additionalProperties: false,
    },
    strict: true,
  },
};

const LOOK_UP_ORDER = {
  type: 'function',
  function: {
    name: 'look_up_order',
    description: 'Status, tracking and delivery address of an order',
    parameters: {
      type: 'object',
      properties: { order_number: { type: 'string' } },
      required: ['order_number'],
    },
  },
};

/** One version of a prompt. */
interface Version {
  description: string;
  system: string;
  user: string;
  temperature: number;
  tags: string[];
  /** Tools and response format, in the form of the REST API. */
  extra?: object;
}

/** Prompts of a bookstore's help desk, with their versions, oldest first. */
export const HELP_PROMPTS: readonly {
  name: string;
  description: string;
  versions: readonly Version[];
}[] = [
  {
    name: 'help-desk-answer',
    description: 'Answers a question using the help center articles',
    versions: [
      {
        description: 'First try',
        system: "You answer questions from a bookstore's customers.",
        user: '{{question}}\n\nArticles:\n{{articles}}',
        temperature: 0.7,
        tags: [],
      },
      {
        description: 'Use only the articles',
        system:
          "You answer questions from a bookstore's customers. Use only the articles. If they do not contain the answer, say so.",
        user: 'Articles:\n{{articles}}\n\nQuestion: {{question}}',
        temperature: 0.2,
        tags: ['production'],
      },
      {
        description: 'Two sentences, and the numbers that matter',
        system:
          "You answer questions from a bookstore's customers in at most two sentences. Use only the articles, and quote prices and times exactly. If the articles do not contain the answer, say so.",
        user: 'Articles:\n{{articles}}\n\nQuestion: {{question}}',
        temperature: 0.2,
        tags: ['staging'],
        extra: { tools: { type: 'tools', tools: [LOOK_UP_ORDER] } },
      },
    ],
  },
  {
    name: 'help-desk-triage',
    description: 'Sorts customer messages by topic',
    versions: [
      {
        description: 'By topic',
        system: "You sort a bookstore's customer messages by topic.",
        user: '{{letter}}',
        temperature: 0,
        tags: [],
        extra: { response_format: TRIAGE_FORMAT },
      },
      {
        description: 'Detect urgent messages',
        system:
          "You sort a bookstore's customer messages by topic. A message is urgent if a parcel is going to the wrong address or a customer was charged twice.",
        user: '{{letter}}',
        temperature: 0,
        tags: ['production'],
        extra: { response_format: TRIAGE_FORMAT },
      },
    ],
  },
];
