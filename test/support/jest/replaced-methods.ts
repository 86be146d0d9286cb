/**
 * The methods that `runtime.mjs` replaces or calls although Jest does not guarantee them, as paths of a
 * runtime's properties.
 */
const REPLACED = [
  'requireInternalModule',
  'esmLoader.getContext',
  'esmLoader.resolveModule',
  'esmLoader.resolveSpecifierForSyncGraph',
  '_resolution.isCoreModule',
  '_resolution.resolveEsm',
];

/**
 * @throws if a release of Jest has renamed or removed one of these methods. Otherwise every test file
 * would load all packages again, in another realm, and fail much later with other messages.
 */
export function assertReplaceable(runtime: object): void {
  const missing = REPLACED.filter((path) => typeof find(runtime, path) !== 'function');
  if (missing.length === 0) return;
  throw new Error(
    `This release of Jest has no ${missing.join(', ')}. Either pin the release before in package.json ` +
      '(jest, jest-runtime, jest-mock and @jest/* together), or find in jest-runtime where modules are ' +
      'resolved and linked now, and adapt test/support/jest/runtime.mjs and replaced-methods.ts. ' +
      'See docs/adr/0019-tests-share-packages.md.',
  );
}

function find(object: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], object);
}
