import { CheckPatternQuery, type Model, ModelsQuery } from '../../features/models/api/models.js';
import {
  type Recalculation,
  RecalculationsQuery,
} from '../../features/models/api/recalculations.js';
import { aConnection, answer, type Answer } from '../answers.js';

/** The price of one type of tokens. */
export const aPrice = (
  part: Partial<Model['tokenPrices'][number]> = {},
): Model['tokenPrices'][number] => ({
  tokenType: 'input',
  kind: 'PROMPT',
  costPerMillionTokens: 0.15,
  tierCostPerMillionTokens: null,
  ...part,
});

/** A custom model, which also has a price for cached tokens. */
export function aModel(part: Partial<Model> = {}): Model {
  return {
    id: 'model-1',
    name: 'our gpt',
    provider: null,
    namePattern: '^our-gpt$',
    kind: 'CUSTOM',
    startTime: null,
    lastUsedAt: null,
    priceSource: null,
    priceDate: null,
    tierThreshold: null,
    tokenPrices: [
      aPrice(),
      aPrice({ tokenType: 'output', kind: 'COMPLETION', costPerMillionTokens: 0.6 }),
      aPrice({ tokenType: 'cache_read', costPerMillionTokens: 0.075 }),
    ],
    ...part,
  };
}

/** A built-in model, with the source of its prices. */
export function aBuiltInModel(part: Partial<Model> = {}): Model {
  return aModel({
    id: 'model-2',
    name: 'gpt-4o-mini',
    provider: 'openai',
    namePattern: '^gpt-4o-mini$',
    kind: 'BUILT_IN',
    priceSource: 'The public list https://prices.example.com/list',
    priceDate: '2026-02-01',
    ...part,
  });
}

/** A recalculation of costs that has priced all its spans. */
export function aRecalculation(part: Partial<Recalculation> = {}): Recalculation {
  return {
    id: 'recalculation-1',
    status: 'COMPLETED',
    startTime: null,
    endTime: null,
    spanCount: 2,
    pricedSpanCount: 2,
    skippedSpanCount: 0,
    errorMessage: null,
    createdAt: '2026-02-03T04:05:06.000000Z',
    finishedAt: '2026-02-03T04:05:07.000000Z',
    project: { id: 'project-1', name: 'shop' },
    ...part,
  };
}

/** Answers what the page of models asks for; every pattern is valid. */
export function listedModels(...models: Model[]): Answer[] {
  return [
    answer(ModelsQuery, { generativeModels: aConnection(models) }),
    answer(CheckPatternQuery, { validateRegularExpression: { isValid: true, errorMessage: null } }),
    recalculated(),
  ];
}

/** Answers with these recalculations. */
export function recalculated(...costRecalculations: Recalculation[]): Answer {
  return answer(RecalculationsQuery, { costRecalculations });
}
