import { expect, test } from 'vitest'
import { hostFetch } from './host-fetch.ts'
import { HostRefusal } from './host-refusal.ts'

const HERE = 'https://git.example.com/api'

/** A host that redirects `from` once with that status, and takes down what it is asked. */
function redirecting(status: number, location: string) {
  const asked: string[] = []
  const send: typeof fetch = async (input, init) => {
    asked.push(`${init?.method ?? 'GET'} ${String(input)} ${init?.body ?? ''}`.trim())
    return asked.length === 1
      ? new Response(null, { status, headers: { location } })
      : Response.json({ ok: true })
  }
  return { asked, send: hostFetch({ fetch: send, timeoutMs: 1000 }) }
}

test.each([301, 302])('a read follows a redirect of status %i', async (status) => {
  const { asked, send } = redirecting(status, '/moved')
  expect((await send(HERE)).status).toBe(200)
  expect(asked).toEqual([`GET ${HERE}`, 'GET https://git.example.com/moved'])
})

test.each([301, 302, 303])('a write follows none of status %i, which would become a read', async (status) => {
  const { asked, send } = redirecting(status, '/moved')
  await expect(send(HERE, { method: 'POST', body: 'text' })).rejects.toThrow(HostRefusal)
  expect(asked).toEqual([`POST ${HERE} text`])
})

test.each([307, 308])('a write follows one of status %i with its body', async (status) => {
  const { asked, send } = redirecting(status, '/moved')
  await send(HERE, { method: 'POST', body: 'text' })
  expect(asked).toEqual([`POST ${HERE} text`, 'POST https://git.example.com/moved text'])
})

test('no redirect leads to another origin', async () => {
  const { asked, send } = redirecting(307, 'https://elsewhere.example.com/api')
  await expect(send(HERE)).rejects.toThrow('redirected elsewhere')
  expect(asked).toHaveLength(1)
})
