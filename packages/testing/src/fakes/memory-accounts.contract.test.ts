import { accountsContract } from '../contracts/accounts.ts'
import { ManualClock } from './manual-clock.ts'
import { MemoryAccounts } from './memory-accounts.ts'

accountsContract('memory', () => {
  const clock = new ManualClock()
  return { accounts: new MemoryAccounts(clock), clock }
})
