import { type ContractCase, contractSuite } from './contract-case.ts'
import { branchCases } from './git-host-branches.ts'
import { commentCases } from './git-host-comments.ts'
import type { GitHostContext } from './git-host-context.ts'
import { mergingCases } from './git-host-merging.ts'
import { networkCases } from './git-host-network.ts'
import { pullCases } from './git-host-pulls.ts'
import { remoteCases } from './git-host-remotes.ts'
import { secretCases } from './git-host-secrets.ts'
import { webhookCases } from './git-host-webhooks.ts'

export const gitHostCases: readonly ContractCase<GitHostContext>[] = [
  ...remoteCases,
  ...pullCases,
  ...mergingCases,
  ...branchCases,
  ...commentCases,
  ...webhookCases,
  ...networkCases,
  ...secretCases,
]

/** Registers the tests that every GitHost must pass. */
export const gitHostContract: ReturnType<typeof contractSuite<GitHostContext>> = contractSuite(
  'GitHost',
  gitHostCases,
)
