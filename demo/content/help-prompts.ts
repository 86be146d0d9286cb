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
    description: 'State, parcel and delivery address of an order',
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
  /** Tools and response format, as the REST API takes them. */
  extra?: object;
}

/** Prompts of a bookshop's help desk, with their versions, oldest first. */
export const HELP_PROMPTS: readonly {
  name: string;
  description: string;
  versions: readonly Version[];
}[] = [
  {
    name: 'help-desk-answer',
    description: 'Answers a question from the articles of the help centre',
    versions: [
      {
        description: 'First try',
        system: 'You answer questions of the customers of a bookshop.',
        user: '{{question}}\n\nArticles:\n{{articles}}',
        temperature: 0.7,
        tags: [],
      },
      {
        description: 'Keep to the articles',
        system:
          'You answer questions of the customers of a bookshop. Use the articles only. If they do not tell, say so.',
        user: 'Articles:\n{{articles}}\n\nQuestion: {{question}}',
        temperature: 0.2,
        tags: ['production'],
      },
      {
        description: 'Two sentences, and the numbers that matter',
        system:
          'You answer questions of the customers of a bookshop in at most two sentences. Use the articles only, and give prices and times as they stand there. If they do not tell, say so.',
        user: 'Articles:\n{{articles}}\n\nQuestion: {{question}}',
        temperature: 0.2,
        tags: ['staging'],
        extra: { tools: { type: 'tools', tools: [LOOK_UP_ORDER] } },
      },
    ],
  },
  {
    name: 'help-desk-triage',
    description: 'Sorts letters of customers by what they are about',
    versions: [
      {
        description: 'By topic',
        system: 'You sort letters to a bookshop by their topic.',
        user: '{{letter}}',
        temperature: 0,
        tags: [],
        extra: { response_format: TRIAGE_FORMAT },
      },
      {
        description: 'Say what is urgent',
        system:
          'You sort letters to a bookshop by their topic. A letter is urgent when a parcel is on its way to the wrong place or money was taken twice.',
        user: '{{letter}}',
        temperature: 0,
        tags: ['production'],
        extra: { response_format: TRIAGE_FORMAT },
      },
    ],
  },
];
