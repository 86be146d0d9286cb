/** The libraries that speak the wire formats of the providers. */
export const PROVIDER_SDKS = [
  'openai',
  'azure_openai',
  'anthropic',
  'google_genai',
  'aws_bedrock',
] as const;

export type ProviderSdk = (typeof PROVIDER_SDKS)[number];

/** A secret or variable of the environment with a part of a provider's credentials. */
export interface CredentialVariable {
  name: string;
  isRequired: boolean;
}

/** The facts about a provider that never change at run time. */
export interface ModelProvider {
  name: string;
  sdk: ProviderSdk;
  credentials: readonly CredentialVariable[];
  /** The secret or variable with another address of the provider; null if there is none. */
  addressVariable: string | null;
  /** Where the provider answers; null if its SDK knows, or if the address must be set. */
  baseUrl: string | null;
}

/** The model providers of prompts, the playground and evaluators, in the order of lists. */
export const MODEL_PROVIDERS = {
  OPENAI: {
    name: 'OpenAI',
    sdk: 'openai',
    credentials: [required('OPENAI_API_KEY')],
    addressVariable: 'OPENAI_BASE_URL',
    baseUrl: null,
  },
  AZURE_OPENAI: {
    name: 'Azure OpenAI',
    sdk: 'azure_openai',
    credentials: [required('AZURE_OPENAI_API_KEY')],
    addressVariable: 'AZURE_OPENAI_ENDPOINT',
    baseUrl: null,
  },
  ANTHROPIC: {
    name: 'Anthropic',
    sdk: 'anthropic',
    credentials: [required('ANTHROPIC_API_KEY')],
    addressVariable: 'ANTHROPIC_BASE_URL',
    baseUrl: null,
  },
  GOOGLE: {
    name: 'Google Gemini',
    sdk: 'google_genai',
    credentials: [required('GEMINI_API_KEY')],
    addressVariable: 'GOOGLE_GEMINI_BASE_URL',
    baseUrl: null,
  },
  DEEPSEEK: likeOpenAI('DeepSeek', 'DEEPSEEK', 'https://api.deepseek.com'),
  XAI: likeOpenAI('xAI', 'XAI', 'https://api.x.ai/v1'),
  OLLAMA: {
    name: 'Ollama',
    sdk: 'openai',
    credentials: [],
    addressVariable: 'OLLAMA_BASE_URL',
    baseUrl: null,
  },
  AWS: {
    name: 'AWS Bedrock',
    sdk: 'aws_bedrock',
    credentials: [
      required('AWS_ACCESS_KEY_ID'),
      required('AWS_SECRET_ACCESS_KEY'),
      { name: 'AWS_SESSION_TOKEN', isRequired: false },
    ],
    addressVariable: null,
    baseUrl: null,
  },
  CEREBRAS: likeOpenAI('Cerebras', 'CEREBRAS', 'https://api.cerebras.ai/v1'),
  FIREWORKS: likeOpenAI('Fireworks', 'FIREWORKS', 'https://api.fireworks.ai/inference/v1'),
  GROQ: likeOpenAI('Groq', 'GROQ', 'https://api.groq.com/openai/v1'),
  MOONSHOT: likeOpenAI('Moonshot', 'MOONSHOT', 'https://api.moonshot.ai/v1'),
  PERPLEXITY: likeOpenAI('Perplexity', 'PERPLEXITY', 'https://api.perplexity.ai'),
  TOGETHER: likeOpenAI('Together', 'TOGETHER', 'https://api.together.xyz/v1'),
  MINIMAX: likeOpenAI('MiniMax', 'MINIMAX', 'https://api.minimax.io/v1'),
  ZAI: likeOpenAI('Z.ai', 'ZAI', 'https://api.z.ai/api/paas/v4'),
  META: likeOpenAI('Meta', 'META', 'https://api.llama.com/compat/v1'),
} satisfies Record<string, ModelProvider>;

export type ModelProviderKey = keyof typeof MODEL_PROVIDERS;

export const MODEL_PROVIDER_KEYS = Object.keys(MODEL_PROVIDERS) as ModelProviderKey[];

/** Returns the name of a provider in OpenInference's attribute `llm.provider`. */
export function nameInSpans(key: ModelProviderKey): string {
  return key === 'AZURE_OPENAI' ? 'azure' : key.toLowerCase();
}

/** The provider whose wire format a library speaks. */
export const PROVIDER_OF_SDK = {
  openai: 'OPENAI',
  azure_openai: 'AZURE_OPENAI',
  anthropic: 'ANTHROPIC',
  google_genai: 'GOOGLE',
  aws_bedrock: 'AWS',
} as const satisfies Record<ProviderSdk, ModelProviderKey>;

/** The region of Bedrock. */
export const REGION_VARIABLE = 'AWS_REGION';

/** Another name for a variable, read if the variable is not set. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  GEMINI_API_KEY: 'GOOGLE_API_KEY',
  AWS_REGION: 'AWS_DEFAULT_REGION',
};

/** Every secret or variable of the environment that tells how to reach a provider. */
export const PROVIDER_VARIABLES: readonly string[] = [
  ...Object.values<ModelProvider>(MODEL_PROVIDERS).flatMap(({ credentials, addressVariable }) => [
    ...credentials.map(({ name }) => name),
    ...(addressVariable === null ? [] : [addressVariable]),
  ]),
  REGION_VARIABLE,
  ...Object.values(OTHER_NAMES),
];

/** A provider with the interface of OpenAI's chat completions. */
function likeOpenAI(name: string, prefix: string, baseUrl: string): ModelProvider {
  return {
    name,
    sdk: 'openai',
    credentials: [required(`${prefix}_API_KEY`)],
    addressVariable: `${prefix}_BASE_URL`,
    baseUrl,
  };
}

function required(name: string): CredentialVariable {
  return { name, isRequired: true };
}
