import { DocentError } from '@docent/core/plugin'
import { type ClaimsFault, type ClaimsWire, claimsWire } from '@docent/simulators'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Changes, checkerFor } from '../test/checker-for.ts'

const CLAIM = { text: 'The kettle holds two litres.', evidence: 'The kettle holds two litres of water.' }
/** It does not look like a key: only what is known to be one is taken out. */
const KEY = 'a7f3c0de91b2'

let wire: ClaimsWire

afterEach(() => wire.close())

async function start(api: 'docent' | 'tei' | 'ollama' = 'docent', changes: Changes = {}) {
  wire = await claimsWire(api)
  return checkerFor(wire, { api, ...changes })
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (DocentError.is(error) ? error : undefined),
  )

describe('a request', () => {
  test.each([
    ['docent', '/check', { claims: [CLAIM] }],
    ['tei', '/predict', { inputs: [[CLAIM.evidence, CLAIM.text]], truncate: true, raw_scores: false }],
    [
      'ollama',
      '/api/chat',
      {
        model: 'bespoke-minicheck',
        messages: [{ role: 'user', content: `Document: ${CLAIM.evidence}\nClaim: ${CLAIM.text}` }],
        stream: false,
        options: { temperature: 0, num_predict: 8 },
      },
    ],
  ] as const)('to %s has its path and shape', async (api, path, body) => {
    const checker = await start(api, { headers: { authorization: `Bearer ${KEY}`, 'x-tenant': 'acme' } })
    expect(await checker.check([CLAIM])).toEqual([{ supported: 1 }])
    expect(wire.requests).toEqual([expect.objectContaining({ path, body })])
    expect(wire.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'x-tenant': 'acme' })
  })

  test('has no more pairs than the server takes, and few run at once', async () => {
    const checker = await start('docent', { batch: 2, concurrency: 3 })
    expect(await checker.check(Array.from({ length: 21 }, () => CLAIM))).toHaveLength(21)
    expect(wire.requests).toHaveLength(11)
    expect(wire.mostOpen).toBeLessThanOrEqual(3)
  })

  test('with long evidence is sent in pieces, and the best verdict counts', async () => {
    const checker = await start('docent', { evidenceCharacters: 300 })
    const filler = 'Nothing here speaks of that. '.repeat(30)
    const [verdict] = await checker.check([{ ...CLAIM, evidence: filler + CLAIM.evidence + filler }])
    expect(verdict).toEqual({ supported: 1 })
    const claims = (wire.requests[0]?.body as { claims: { evidence: string }[] } | undefined)?.claims ?? []
    expect(claims.length).toBeGreaterThan(5)
    for (const { evidence } of claims) expect(evidence.length).toBeLessThanOrEqual(300)
  })
})

describe('a failure that may pass', () => {
  test.each<[string, ClaimsFault]>([
    ['overload', { kind: 'status', status: 429 }],
    ['a failed server', { kind: 'status', status: 500 }],
    ['a proxy without its server', { kind: 'status', status: 502 }],
    ['a cut connection', { kind: 'cut' }],
  ])('is tried again, with growing pauses: %s', async (_what, fault) => {
    const checker = await start()
    wire.plant(fault)
    wire.plant(fault)
    expect(await checker.check([CLAIM])).toEqual([{ supported: 1 }])
    expect(checker.pauses).toEqual([187.5, 375])
  })

  test.each([
    ['2', 2_000],
    ['Sun, 01 Mar 2026 12:00:03 GMT', 3_000],
  ])('waits as long as the server asks: %s', async (retryAfter, ms) => {
    const checker = await start()
    wire.plant({ kind: 'status', status: 503, retryAfter })
    await checker.check([CLAIM])
    expect(checker.pauses).toEqual([ms])
  })

  test('is given up after the last attempt, or when the server asks for a long wait', async () => {
    const checker = await start()
    wire.plantForEver({ kind: 'status', status: 503 })
    const error = await failureOf(checker.check([CLAIM]))
    expect(error).toMatchObject({ code: 'dependency_failed', isRetryable: true })
    expect(wire.requests).toHaveLength(3)
    wire.plantForEver({ kind: 'status', status: 429, retryAfter: '3600' })
    await failureOf(checker.check([CLAIM]))
    expect(wire.requests).toHaveLength(4)
  })

  test('is a silent server, after its time limit', async () => {
    const checker = await start('docent', { timeoutMs: 50, attempts: 2 })
    wire.plantForEver({ kind: 'silent' })
    const error = await failureOf(checker.check([CLAIM]))
    expect(error).toMatchObject({ code: 'timeout' })
    expect(error?.message).toContain('50 ms')
    expect(checker.pauses).toHaveLength(1)
  })

  test('is a server that is not there', async () => {
    const checker = await start()
    await wire.close()
    const error = await failureOf(checker.check([CLAIM]))
    expect(error?.message).toContain('cannot be reached')
    expect(checker.pauses).toHaveLength(2)
  })
})

describe('a failure that no retry mends', () => {
  test.each<[string, ClaimsFault, string]>([
    ['a wrong key', { kind: 'status', status: 401 }, 'DOCENT_CLAIMS_KEY'],
    ['a wrong address', { kind: 'status', status: 404 }, 'DOCENT_CLAIMS_URL'],
    ['a batch that is too large', { kind: 'status', status: 413 }, '`batch`'],
    ['a missing verdict', { kind: 'drops' }, 'it judges 0 of 1 claims'],
    ['percentages', { kind: 'percent' }, 'verdicts from 0 to 1'],
    ['a web page', { kind: 'page' }, 'it is not JSON'],
    ['JSON of another server', { kind: 'other' }, '`api`'],
    ['a reply without an end', { kind: 'endless' }, 'longer than a megabyte'],
  ])('is not tried again, and says what to set: %s', async (_what, fault, words) => {
    const checker = await start('docent', { headers: { authorization: `Bearer ${KEY}` } })
    wire.plant(fault)
    const error = await failureOf(checker.check([CLAIM]))
    expect(error?.message).toContain(words)
    expect(error?.message).not.toContain(KEY)
    expect(wire.requests).toHaveLength(1)
  })

  test('is a redirect: claims go to the address that the operator wrote alone', async () => {
    const checker = await start('docent', { attempts: 1 })
    wire.plant({ kind: 'redirect' })
    expect((await failureOf(checker.check([CLAIM])))?.message).toContain('cannot be reached')
    expect(wire.requests).toHaveLength(1)
  })

  test('is a classifier without a class that means "supported"', async () => {
    const checker = await start('tei', { label: 'faithful' })
    expect((await failureOf(checker.check([CLAIM])))?.message).toContain('"entailment"')
  })
})

test('an aborted check leaves the server, with the reason of the signal', async () => {
  const checker = await start()
  wire.plantForEver({ kind: 'silent' })
  const abort = new AbortController()
  const checked = checker.check([CLAIM], { signal: abort.signal })
  await vi.waitFor(() => expect(wire.requests).toHaveLength(1), { timeout: 60_000 })
  const reason = new Error('enough')
  abort.abort(reason)
  await expect(checked).rejects.toBe(reason)
  await vi.waitFor(() => expect(wire.aborted).toBe(1), { timeout: 60_000 })
})

test('one request that fails for good ends the others', async () => {
  const checker = await start('docent', { batch: 1, concurrency: 2 })
  wire.plant({ kind: 'silent' })
  wire.plant({ kind: 'status', status: 401 })
  const error = await failureOf(checker.check([CLAIM, CLAIM, CLAIM, CLAIM]))
  expect(error?.message).toContain('refused the key')
  await vi.waitFor(() => expect(wire.aborted).toBe(1), { timeout: 60_000 })
  expect(wire.requests).toHaveLength(2)
})
