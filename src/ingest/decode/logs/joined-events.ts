import { isJsonObject, type JsonObject, parseJson, setOwn } from '../../../kernel/json/json.js';

/** Events of OpenTelemetry's conventions for generative AI that tell what a span was about. */
const GEN_AI_EVENT = /^gen_ai\.(?:client\.inference\.operation\.details|choice|[^.]+\.message)$/;

/** Returns whether an event becomes an event of its span. */
export function joinsSpan(eventName: string | null): boolean {
  return eventName !== null && GEN_AI_EVENT.test(eventName);
}

/**
 * Returns the attributes of a log record as those of a span event. The members of the body are added;
 * a text becomes `content`.
 */
export function toEventAttributes(
  attributesJson: string,
  body: string | null,
  isJsonBody: boolean,
): JsonObject {
  const attributes = parseJson(attributesJson) as JsonObject;
  if (body === null) return attributes;
  const value = isJsonBody ? parseJson(body) : body;
  const members = isJsonObject(value) ? value : { content: value };
  for (const key of Object.keys(members)) {
    if (!Object.hasOwn(attributes, key)) setOwn(attributes, key, members[key] ?? null);
  }
  return attributes;
}
