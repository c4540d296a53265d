import { readFileSync } from 'node:fs'

/** Version of the server's package. Sources and bundle both lie one folder below its package.json. */
export function version(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(file) as { version: string }).version
}
