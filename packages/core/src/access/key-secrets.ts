import { DocentError } from '../errors/docent-error.ts'
import type { Settings } from '../ports/settings.ts'

/**
 * The secrets that key the hashes of API keys, newest first.
 * @throws DocentError `configuration` when there is none.
 */
export function keySecrets({ secrets }: Settings): readonly [string, ...string[]] {
  const [newest, ...older] = secrets
  if (newest !== undefined) return [newest, ...older]
  throw new DocentError(
    'configuration',
    'API keys need a secret. Set DOCENT_SECRET, or pass settings.secrets to createDocent.',
  )
}
