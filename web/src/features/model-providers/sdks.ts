import type { CustomProvider } from './api/custom-providers.js';

export type Sdk = CustomProvider['sdk'];

interface SdkWords {
  label: string;
  /** The field with the address. */
  address: string;
  addressExample: string;
  addressNote: string;
}

/** The SDKs in the order of the choice, and what their forms say. */
export const SDKS: Record<Sdk, SdkWords> = {
  OPENAI: {
    label: 'OpenAI and compatible',
    address: 'Base URL',
    addressExample: 'https://models.example.com/v1',
    addressNote: 'Leave empty for OpenAI itself.',
  },
  AZURE_OPENAI: {
    label: 'Azure OpenAI',
    address: 'Endpoint',
    addressExample: 'https://name.openai.azure.com',
    addressNote: 'The address of your Azure resource.',
  },
  ANTHROPIC: {
    label: 'Anthropic',
    address: 'Base URL',
    addressExample: 'https://models.example.com',
    addressNote: 'Leave empty for Anthropic itself.',
  },
  GOOGLE_GENAI: {
    label: 'Google Gemini',
    address: 'Base URL',
    addressExample: 'https://models.example.com',
    addressNote: 'Leave empty for Google itself.',
  },
  AWS_BEDROCK: {
    label: 'AWS Bedrock',
    address: 'Endpoint URL',
    addressExample: 'https://bedrock.example.com',
    addressNote: 'Leave empty for the address of the region.',
  },
};
