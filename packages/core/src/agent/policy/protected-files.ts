import { AGENT_INSTRUCTIONS } from './protected/agent-instructions.ts'
import { BUILDS } from './protected/builds.ts'
import { CONTINUOUS_INTEGRATION } from './protected/continuous-integration.ts'
import { DEPENDENCIES } from './protected/dependencies.ts'
import { DOCUMENTATION_BUILDS } from './protected/documentation-builds.ts'
import { EDITORS_AND_SHELLS } from './protected/editors-and-shells.ts'
import { GIT_AND_REVIEW } from './protected/git-and-review.ts'
import { INFRASTRUCTURE } from './protected/infrastructure.ts'
import type { ProtectedClass } from './protected/protected-class.ts'
import { SECRETS } from './protected/secrets.ts'

/** Every class of protected files. */
export const PROTECTED_FILES: readonly ProtectedClass[] = [
  GIT_AND_REVIEW,
  CONTINUOUS_INTEGRATION,
  BUILDS,
  DOCUMENTATION_BUILDS,
  DEPENDENCIES,
  INFRASTRUCTURE,
  EDITORS_AND_SHELLS,
  AGENT_INSTRUCTIONS,
  SECRETS,
]
