import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { claimCheckerContract } from '@docent/testing'
import { SmallClaims } from './small-claim-checker.ts'

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\w+/g) ?? []

claimCheckerContract('small', async () => {
  let isAway = false
  // A server on this machine: yours with its model, or one that counts words, as here.
  const server = createServer(async (req, res) => {
    const pairs = (await json(req)) as [evidence: string, claim: string][]
    res.statusCode = isAway ? 503 : 200
    const scores = pairs.map(([evidence, claim]) => {
      const words = wordsOf(claim)
      return words.filter((word) => wordsOf(evidence).includes(word)).length / words.length
    })
    res.end(JSON.stringify(scores))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    checker: new SmallClaims(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    fail: () => {
      isAway = true
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
})
