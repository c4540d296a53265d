import { type ContractCase, contractSuite } from './contract-case.ts'
import type { GitHostContext } from './git-host-context.ts'
import { pullCases } from './git-host-pulls.ts'
import { remoteCases } from './git-host-remotes.ts'

export const gitHostCases: readonly ContractCase<GitHostContext>[] = [...remoteCases, ...pullCases]

/** Registers the tests that every GitHost must pass. */
export const gitHostContract: ReturnType<typeof contractSuite<GitHostContext>> = contractSuite(
  'GitHost',
  gitHostCases,
)
