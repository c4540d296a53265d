import type { AccountsContext } from './accounts-context.ts'
import { identityCases } from './accounts-identities.ts'
import { memberCases } from './accounts-members.ts'
import { signInCases } from './accounts-sign-in.ts'
import { staleCases } from './accounts-stale.ts'
import { type ContractCase, contractSuite } from './contract-case.ts'

export const accountsCases: readonly ContractCase<AccountsContext>[] = [
  ...memberCases,
  ...signInCases,
  ...staleCases,
  ...identityCases,
]

/** The promises of `Accounts`, as tests of an adapter. */
export const accountsContract: (
  name: string,
  factory: () => AccountsContext | Promise<AccountsContext>,
) => void = contractSuite('Accounts', accountsCases)
