import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Variables of `.env` where the command runs. What the environment has already wins. */
export function readEnvFile(folder: string): void {
  const file = join(folder, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
