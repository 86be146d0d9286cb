import { chooseModel, type ModelCandidate, type SpanToPrice } from './choose-model.js';
import { compilePattern, measureSpecificity, type ModelPattern } from './model-pattern.js';
import { startShortTurns } from '../kernel/threads/turns.js';

/** The price of one type of tokens, in US dollars. */
export interface TokenPrice {
  isPrompt: boolean;
  tokenType: string;
  costPerMillion: number;
  tierAttribute: string | null;
  tierThreshold: number | null;
  tierCostPerMillion: number | null;
}

/** A model that can price spans. */
export interface PricedModel extends Omit<ModelCandidate, 'specificity'> {
  namePattern: string;
  prices: readonly TokenPrice[];
}

type CatalogModel = PricedModel & ModelCandidate & { pattern: ModelPattern };

type CompiledPattern = Pick<CatalogModel, 'pattern' | 'specificity'>;

/** By pattern; null if it is invalid. A catalog is made for every batch of spans. */
const compiledPatterns = new Map<string, CompiledPattern | null>();
const MAX_PATTERNS = 5_000;

/** Names of models are few, but users choose them. */
const MAX_NAMES = 10_000;

/** Finds the model that prices a span, among all models at one time. */
export class ModelCatalog {
  private readonly models: CatalogModel[];
  private readonly candidates = new Map<string, CatalogModel[]>();

  /** Leaves out models with an invalid pattern. Compiling all patterns for the first time takes a while. */
  static async make(models: readonly PricedModel[]): Promise<ModelCatalog> {
    const rest = startShortTurns();
    for (const { namePattern } of models) {
      if (compiledPatterns.has(namePattern)) continue;
      await rest();
      compileOnce(namePattern);
    }
    return new ModelCatalog(models);
  }

  private constructor(models: readonly PricedModel[]) {
    this.models = models.flatMap((model) => {
      const compiled = compileOnce(model.namePattern);
      return compiled ? [{ ...model, ...compiled }] : [];
    });
  }

  find(span: SpanToPrice & { modelName: string | null }): PricedModel | null {
    const name = span.modelName?.trim() ?? '';
    return name === '' ? null : chooseModel(this.listCandidates(name), span);
  }

  private listCandidates(name: string): CatalogModel[] {
    let found = this.candidates.get(name);
    if (!found) {
      found = this.models.filter(({ pattern }) => pattern.occursIn(name));
      if (this.candidates.size >= MAX_NAMES) this.candidates.clear();
      this.candidates.set(name, found);
    }
    return found;
  }
}

function compileOnce(namePattern: string): CompiledPattern | null {
  let compiled = compiledPatterns.get(namePattern);
  if (compiled === undefined) {
    try {
      const pattern = compilePattern(namePattern);
      compiled = { pattern, specificity: measureSpecificity(namePattern) };
    } catch {
      compiled = null;
    }
    if (compiledPatterns.size >= MAX_PATTERNS) compiledPatterns.clear();
    compiledPatterns.set(namePattern, compiled);
  }
  return compiled;
}
