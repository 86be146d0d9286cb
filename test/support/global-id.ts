/** A global ID as the APIs write it: Base64 of the type and the number. */
export function globalId(type: string, id: number | string): string {
  return Buffer.from(`${type}:${id}`).toString('base64');
}
