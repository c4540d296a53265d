import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SimulatedS3 } from '@docent/simulators'
import { afterEach, describe, expect, it } from 'vitest'
import { checkConditions } from './check-conditions.ts'
import type { ObjectStore } from './object-store.ts'
import { objectStoreAt, openObjectStore } from './open-object-store.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const kinds: Record<string, () => Promise<ObjectStore>> = {
  'a bucket': async () => (await bucket()).store,
  'a shared folder': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-objects-'))
    closing.push(() => rm(folder, { recursive: true }))
    return openObjectStore(objectStoreAt(folder, 'DOCENT_INDEX_STORE'), {})
  },
}

async function bucket(options: Parameters<typeof SimulatedS3.start>[0] = {}) {
  const s3 = await SimulatedS3.start(options)
  closing.push(() => s3.close())
  const open = { ...objectStoreAt(`s3://${s3.bucket}/team a`.replace(' ', '~'), 'DOCENT_INDEX_STORE') }
  const store = openObjectStore({ ...open, timeoutMs: 60_000, retries: 2, retryDelayMs: 1 }, s3.environment)
  return { s3, store }
}

describe.each(Object.entries(kinds))('%s', (_name, make) => {
  it('keeps bytes by keys', async () => {
    const store = await make()
    const key = 'files/a~2Fb/1.bin'
    expect(await store.get(key)).toBeUndefined()
    await store.put(key, bytes('one'))
    await store.put(key, bytes('one'))
    const found = await store.get(key)
    expect(found).toMatchObject({ etag: expect.any(String) })
    expect(found !== 'unchanged' && Buffer.from(found?.bytes ?? []).toString()).toBe('one')
    await store.delete([key, key])
    expect(await store.get(key)).toBeUndefined()
  })

  it('writes on a condition, and says when it does not hold', async () => {
    const store = await make()
    expect(await store.putIf('pointer', bytes('0'), { etag: 'v1' })).toBeUndefined()
    const first = await store.putIf('pointer', bytes('1'), 'absent')
    expect(first).toEqual(expect.any(String))
    expect(await store.putIf('pointer', bytes('x'), 'absent')).toBeUndefined()
    const second = await store.putIf('pointer', bytes('2'), { etag: first ?? '' })
    expect(await store.putIf('pointer', bytes('x'), { etag: first ?? '' })).toBeUndefined()
    expect(await store.get('pointer', { unless: second })).toBe('unchanged')
    const found = await store.get('pointer', { unless: first })
    expect(found).toMatchObject({ etag: second })
    expect(found !== 'unchanged' && Buffer.from(found?.bytes ?? []).toString()).toBe('2')
  })

  it('lets one of twenty who race win, also after many changes', async () => {
    const store = await make()
    let etag = (await store.putIf('pointer', bytes('start'), 'absent')) ?? ''
    for (let round = 0; round < 20; round++) {
      const racers = Array.from({ length: 20 }, (_, at) =>
        store.putIf('pointer', bytes(`${round} ${at}`), { etag }),
      )
      const won = (await Promise.all(racers)).filter((each) => each !== undefined)
      expect(won).toHaveLength(1)
      etag = won[0] ?? ''
    }
  })

  it('lists what is below a prefix, page after page', async () => {
    const store = await make()
    const keys = Array.from({ length: 230 }, (_, at) => `files/${String(at).padStart(3, '0')}`)
    for (const key of keys) await store.put(key, bytes(key))
    await store.putIf('files/pointer.json', bytes('1'), 'absent')
    await store.put('other/1', bytes('1'))
    const found = await store.list('files/')
    expect(found.map(({ key }) => key).sort()).toEqual([...keys, 'files/pointer.json'])
    expect(found.every(({ modifiedAt }) => modifiedAt > 1e12)).toBe(true)
    expect(await store.list('nothing/')).toEqual([])
  })

  it('keeps its conditions, and leaves no trace of the look', async () => {
    const store = await make()
    await checkConditions(store)
    expect((await store.list('probe/')).length).toBe(0)
  })

  it('ends with the signal', async () => {
    const store = await make()
    const reason = new Error('stop')
    await expect(store.get('a', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

describe('a bucket', () => {
  it('is refused when it ignores conditions', async () => {
    const { store } = await bucket({ ignoresConditions: true })
    await expect(checkConditions(store)).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(/^The bucket docent-index at http.*If-None-Match.*replaced an object/),
    })
  })

  it('is asked again after a failure that may pass, and no more often than that', async () => {
    const { s3, store } = await bucket()
    s3.plant({ reply: { status: 503, code: 'SlowDown' }, times: 2 })
    await store.put('a', bytes('1'))
    s3.plant({ reply: { status: 503, code: 'SlowDown' }, times: 3 })
    await expect(store.get('a')).rejects.toMatchObject({
      code: 'unavailable',
      isRetryable: true,
      message: expect.stringContaining('SlowDown'),
    })
  })

  it('says undefined for its own put that went through unheard', async () => {
    const { s3, store } = await bucket()
    s3.plant({ reply: 'cut', concerns: (request) => request.startsWith('PUT') })
    expect(await store.putIf('pointer', bytes('1'), 'absent')).toBeUndefined()
    expect(await store.get('pointer')).not.toBeUndefined()
  })

  it.each([
    ['AccessDenied', 403, 'Allow the credentials to get, put, delete, and list'],
    ['SignatureDoesNotMatch', 403, 'AWS_SECRET_ACCESS_KEY'],
    ['RequestTimeTooSkewed', 403, 'clock of this machine'],
    ['NoSuchBucket', 404, 'Create it'],
    ['PermanentRedirect', 301, 'AWS_REGION'],
    ['XMinioStorageFull', 507, 'is full'],
  ])('says what to do about %s', async (code, status, advice) => {
    const { s3, store } = await bucket()
    s3.plant({ reply: { status, code }, times: 5 })
    await expect(store.put('a', bytes('1'))).rejects.toThrow(advice)
  })

  it('says that nobody answers', async () => {
    const { s3, store } = await bucket()
    await s3.close()
    await expect(store.get('a')).rejects.toMatchObject({ code: 'unavailable', isRetryable: true })
    await s3.listen()
  })

  it('refuses wrong credentials, as the signatures show', async () => {
    const { s3 } = await bucket()
    const env = { ...s3.environment, AWS_SECRET_ACCESS_KEY: 'wrong' }
    const store = openObjectStore(objectStoreAt(`s3://${s3.bucket}`, 'X'), env)
    await expect(store.get('a')).rejects.toThrow('refuses the credentials (SignatureDoesNotMatch)')
  })
})

describe('an address', () => {
  it.each(['http://x/y', 's3://', 's3://bucket/a b', 's3://bucket?x=1'])('refuses %s', (address) => {
    expect(() => objectStoreAt(address, 'DOCENT_INDEX_STORE')).toThrow('DOCENT_INDEX_STORE')
  })

  it('needs credentials for a bucket', () => {
    expect(() => openObjectStore(objectStoreAt('s3://bucket', 'X'), {})).toThrow('AWS_ACCESS_KEY_ID')
  })
})
