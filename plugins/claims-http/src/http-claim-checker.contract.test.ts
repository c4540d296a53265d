import { type ClaimsWire, claimsWire } from '@docent/simulators'
import { claimCheckerContract } from '@docent/testing'
import { checkerFor } from '../test/checker-for.ts'

for (const api of ['docent', 'tei', 'ollama'] as const)
  claimCheckerContract(`claims-http, ${api}`, async () => {
    const wire: ClaimsWire = await claimsWire(api)
    return {
      checker: checkerFor(wire, { api }),
      fail: () => wire.plantForEver({ kind: 'status', status: 503 }),
      close: () => wire.close(),
    }
  })
