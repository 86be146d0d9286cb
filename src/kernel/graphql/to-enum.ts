/** Returns an enum of the names of a record, for `registerEnumType`. */
export function toEnum<Name extends string>(names: Readonly<Record<Name, unknown>>) {
  return Object.fromEntries(Object.keys(names).map((name) => [name, name])) as {
    [N in Name]: N;
  };
}
