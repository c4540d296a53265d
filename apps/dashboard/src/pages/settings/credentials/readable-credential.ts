/** Whether a setting is an address, a model or a number: no secret, and typed more surely when it is seen. */
export function isReadable(name: string): boolean {
  return /_(URL|HOST|MODEL|TOKENS|ROLE|MS)$/.test(name)
}
