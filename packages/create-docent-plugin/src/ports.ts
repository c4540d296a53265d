import type { PluginPort } from './plugin-port.ts'
import { SERVICE_PORTS } from './service-ports.ts'
import { STORE_PORTS } from './store-ports.ts'

/** Every port that a plugin can fill. */
export const PORTS: readonly PluginPort[] = [...SERVICE_PORTS, ...STORE_PORTS]

/** By its name in whatever case, or by the prefix of its plugins: `GitHost`, `git-host` and `git` are one. */
export function findPort(name: string): PluginPort | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
  return PORTS.find(({ port, prefix }) => [plain(port), prefix].includes(plain(name)))
}
