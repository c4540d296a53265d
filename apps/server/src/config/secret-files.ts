import { readFileSync } from 'node:fs'
import { DocentError } from '@docent/core/plugin'
import type { Environment } from '../environment.ts'

/**
 * Variables that may hold a secret, by their last word. Of those of AWS two alone: the others with this ending mean
 * something else to its tools.
 */
const SECRET =
  /^(?:AWS_ACCESS_KEY_ID|AWS_SECRET_ACCESS_KEY|(?!AWS_)[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET|PASSWORD|PASSPHRASE|URL))$/
const ENDING = '_FILE'

/**
 * Values of variables that are kept in files, as Docker and Kubernetes hand secrets out: `GITHUB_TOKEN_FILE` names the
 * file with the value of `GITHUB_TOKEN`. A line break at the end of the file does not belong to the value.
 *
 * @throws DocentError `configuration` for a file that cannot be read or is empty, and for a variable that is set too
 */
export function secretsFromFiles(env: Environment): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [variable, path] of Object.entries(env)) {
    const name = variable.slice(0, -ENDING.length)
    if (!variable.endsWith(ENDING) || !path || !SECRET.test(name)) continue
    if (env[name])
      throw new DocentError('configuration', `${name} and ${variable} are both set. Keep one of them.`)
    const value = read(path, variable).replace(/(?<![\r\n])[\r\n]+$/, '')
    if (value.trim() === '')
      throw new DocentError(
        'configuration',
        `${path}, which ${variable} names, is empty. Write the value to it.`,
      )
    found[name] = value
  }
  return found
}

function read(path: string, variable: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new DocentError(
      'configuration',
      `${path}, which ${variable} names, cannot be read. Correct the path, or give this user permission to read the file.`,
      { cause: error },
    )
  }
}
