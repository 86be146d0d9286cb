import type { Request } from 'express';

/** An entry of express' router; its published types leave `match` and `methods` out. */
interface RouterLayer {
  route?: { path: string; methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Stands for the pages of the web UI, which answer every address. */
const CATCH_ALL = /^\/\{?\*/;

/** The methods that some handler takes at the path of a request, in alphabetical order. */
export function routeMethods(request: Request): string[] {
  const methods = new Set<string>();
  for (const layer of request.app.router.stack as unknown as RouterLayer[]) {
    if (!layer.route || CATCH_ALL.test(layer.route.path) || !layer.match(request.path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  return [...methods].toSorted();
}
