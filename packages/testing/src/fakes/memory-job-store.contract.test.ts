import { jobStoreContract } from '../contracts/job-store.ts'
import { MemoryJobStore } from './memory-job-store.ts'

jobStoreContract('MemoryJobStore', () => {
  const store = new MemoryJobStore()
  return { store, peer: store, advance: (ms) => store.advance(ms) }
})
