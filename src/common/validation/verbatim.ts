const fieldsOf = new WeakMap<object, Set<string>>();

/**
 * A field of a DTO that holds JSON of whoever sent it: it is neither copied nor changed, so big
 * integers (`RawNumber`), the order of keys and hostile keys survive. Validators still see it.
 */
export function Verbatim(): PropertyDecorator {
  return (prototype, key) => {
    const fields = fieldsOf.get(prototype) ?? new Set<string>();
    fieldsOf.set(prototype, fields.add(String(key)));
  };
}

/** Names of the verbatim fields of a DTO class, inherited ones included. */
export function verbatimFields(prototype: object | null): string[] {
  if (prototype === null) return [];
  const own = fieldsOf.get(prototype) ?? [];
  return [...own, ...verbatimFields(Object.getPrototypeOf(prototype) as object | null)];
}
