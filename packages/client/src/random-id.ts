/**
 * A random name that identifies nobody. `crypto.randomUUID` is missing where a page came over plain HTTP, as on a
 * company's own network.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
