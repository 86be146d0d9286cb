// Writes src/models/built-in-prices.json from the data of genai-prices (MIT, https://github.com/pydantic/genai-prices):
//
//   node scripts/update-prices.mjs <its data.json> <its version> <the day it was read> <model_prices_and_context_window.json>
//
// The last file is that of LiteLLM (MIT, https://github.com/BerriAI/litellm). Leaves out models for which it has other
// prices, those that are billed other than by tokens, in more than two tiers, or by the time of day.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'src/models/built-in-prices.json';

/** Providers, with the value of `llm.provider`. */
const PROVIDERS = new Map([
  ['openai', 'openai'],
  ['anthropic', 'anthropic'],
  ['google', 'google'],
  ['mistral', 'mistralai'],
  ['deepseek', 'deepseek'],
  ['x-ai', 'xai'],
  ['cohere', 'cohere'],
  ['aws', 'aws'],
  ['perplexity', 'perplexity'],
]);

/** The models of providers that also offer those of others. */
const OWN = { aws: /^amazon\.nova/, google: /^(?:gemini|gemma|text-embedding)/ };

const PROMPT = {
  input_mtok: 'input',
  cache_read_mtok: 'cache_read',
  cache_write_mtok: 'cache_write',
  input_audio_mtok: 'audio',
};
const COMPLETION = {
  output_mtok: 'output',
  output_audio_mtok: 'audio',
  output_reasoning_mtok: 'reasoning',
};

/** A date at the end of a name, which may be missing. */
const DATE = String.raw`(?:[-@]\d{4}-?\d{2}-?\d{2})?`;
const DATED = /[-@]\d{4}-?\d{2}-?\d{2}$/;
/** The prefixes that routers and clouds write before a name. */
const BEFORE = '(?i)^(?:.*[/.])?';

const [, , source, version, date, other] = process.argv;
if (!source || !version || !date || !other) {
  console.error(
    'usage: node scripts/update-prices.mjs <data.json> <version> <YYYY-MM-DD> <model_prices_and_context_window.json>',
  );
  process.exit(1);
}

const litellm = JSON.parse(readFileSync(other, 'utf8'));
const entries = JSON.parse(readFileSync(source, 'utf8')).flatMap((provider) =>
  provider.models.flatMap((model) => toEntry(provider, model) ?? []),
);
writeFileSync(FILE, `${JSON.stringify(entries, null, 2)}\n`);
const confirmed = entries.filter((entry) => findOther(entry)).length;
console.log(`${FILE}: ${entries.length} models, ${confirmed} of them confirmed by LiteLLM`);

function toEntry({ id, pricing_urls: urls }, model) {
  const provider = PROVIDERS.get(id);
  if (!provider || /image|transcribe|tts|:free/.test(model.id)) return null;
  if (OWN[id] && !OWN[id].test(model.id)) return null;
  const prices = currentPrices(model.prices);
  const pattern = toPattern(model.id, model.match);
  const isEmbedding = /embed/.test(model.id);
  if (!pattern || !prices || prices.input_mtok === undefined) return null;
  if (prices.output_mtok === undefined && !isEmbedding) return null;
  const [prompt, completion] = [PROMPT, COMPLETION].map((types) =>
    ratesOf(prices, types, basePrice),
  );
  if (isEmbedding) completion.output = 0;
  const thresholds = new Set(
    [PROMPT, COMPLETION].flatMap((types) =>
      Object.keys(types).flatMap((type) => prices[type]?.tiers?.map(({ start }) => start) ?? []),
    ),
  );
  if (thresholds.size > 1) return null;
  const [threshold] = thresholds;
  const above = threshold !== undefined && {
    attribute: 'llm.token_count.prompt',
    threshold,
    prompt: ratesOf(prices, PROMPT, tierPrice),
    completion: ratesOf(prices, COMPLETION, tierPrice),
  };
  const entry = {
    name: model.id,
    provider,
    pattern,
    prompt,
    completion,
    ...(above && { above }),
    date,
    source: `genai-prices ${version}, from ${urls[0]}`,
  };
  const known = findOther(entry);
  if (!known || isSame(known, entry)) return entry;
  console.warn(`${model.id}: LiteLLM has another price`);
  return null;
}

function findOther({ name, provider }) {
  const prefixes = { google: 'gemini/', mistralai: 'mistral/' };
  return litellm[name] ?? litellm[(prefixes[provider] ?? `${provider}/`) + name];
}

function isSame(known, { prompt, completion }) {
  const rates = [
    [known.input_cost_per_token, prompt.input],
    [known.output_cost_per_token, completion.output],
  ];
  return rates.every(([cost, rate]) => Math.abs((cost ?? 0) * 1_000_000 - rate) < 1e-6);
}

/** Those that apply on the date; null if they depend on the time of day. */
function currentPrices(prices) {
  if (!Array.isArray(prices)) return prices;
  if (prices.some(({ constraint }) => constraint?.start_time)) return null;
  const current = prices.filter(
    ({ constraint }) => !constraint || (constraint.start_date && constraint.start_date <= date),
  );
  return current.at(-1)?.prices ?? null;
}

function ratesOf(prices, types, read) {
  return Object.fromEntries(
    Object.entries(types).flatMap(([key, type]) => {
      const rate = prices[key] === undefined ? undefined : read(prices[key]);
      return rate === undefined ? [] : [[type, rate]];
    }),
  );
}

function basePrice(price) {
  return typeof price === 'number' ? price : price.base;
}

function tierPrice(price) {
  return typeof price === 'number' ? undefined : price.tiers[0].price;
}

/** A pattern in RE2 syntax, or null if there is none. */
function toPattern(id, match) {
  // Models for speech have their own, more specific patterns, so nothing needs to exclude them.
  const clauses = ('or' in match ? match.or : [match]).map(
    (clause) => clause.and?.find(({ starts_with: start }) => start) ?? clause,
  );
  if (clauses.some((clause) => 'and' in clause || 'or' in clause)) return null;
  const names = [id, ...clauses.flatMap(({ equals }) => equals ?? [])];
  const undated = new Set(names.filter((name) => !DATED.test(name)));
  const exact = names.filter((name) => !undated.has(name.replace(DATED, '')));
  const parts = [
    ...[...undated, ...exact].map((name) => `${escape(name)}${DATED.test(name) ? '' : DATE}$`),
    ...clauses.flatMap(({ starts_with: start }) => (start ? [escape(start)] : [])),
    ...clauses.flatMap(({ contains }) => (contains ? [`.*${escape(contains)}`] : [])),
    ...clauses.flatMap(({ ends_with: end }) => (end ? [`.*${escape(end)}$`] : [])),
    ...clauses.flatMap(({ regex }) => (regex ? [regex.replace(/^\^/, '')] : [])),
  ];
  const distinct = [...new Set(parts)];
  return BEFORE + (distinct.length === 1 ? distinct[0] : `(?:${distinct.join('|')})`);
}

function escape(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
