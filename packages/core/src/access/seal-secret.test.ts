import { describe, expect, it } from 'vitest'
import { openSecret, sealSecret } from './seal-secret.ts'

const secret = 'the secret of the server'

describe('a sealed secret', () => {
  it('opens under the secret and the name it was sealed with, and shows nothing of its value', () => {
    const sealed = sealSecret(secret, 'default/OPENAI_API_KEY', 'sk-ünique')
    expect(openSecret([secret], 'default/OPENAI_API_KEY', sealed)).toEqual({
      value: 'sk-ünique',
      isCurrent: true,
    })
    expect(sealed).not.toContain('sk-')
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('sk-')
  })

  it('is another one each time', () => {
    expect(sealSecret(secret, 'a', 'value')).not.toBe(sealSecret(secret, 'a', 'value'))
  })

  it('opens under an older secret, which is said', () => {
    const sealed = sealSecret('the older secret', 'a', 'value')
    expect(openSecret([secret, 'the older secret'], 'a', sealed)).toEqual({
      value: 'value',
      isCurrent: false,
    })
  })

  it.each([
    ['under another secret', ['another secret'], 'a', (sealed: string) => sealed],
    ['under another name', [secret], 'b', (sealed: string) => sealed],
    ['when it was cut', [secret], 'a', (sealed: string) => sealed.slice(0, 20)],
    ['when it was changed', [secret], 'a', (sealed: string) => `${sealed.slice(0, -2)}AA`],
    ['when it is of another version', [secret], 'a', (sealed: string) => sealed.replace('v1', 'v2')],
    ['when it is no such thing', [secret], 'a', () => 'plain text'],
  ])('does not open %s', (_name, secrets, name, change) => {
    expect(
      openSecret(secrets, name, change(sealSecret(secret, 'a', 'a value of some length'))),
    ).toBeUndefined()
  })
})
