/** UTF-8 with its byte order mark kept, so that writing the text back changes nothing else. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
