import { expect, it } from 'vitest'
import { webOrigin } from './web-origin.ts'

it('finds the web host of an API', () => {
  expect(webOrigin('https://api.github.com')).toBe('https://github.com')
  expect(webOrigin('https://api.acme.ghe.com')).toBe('https://acme.ghe.com')
  expect(webOrigin('https://ghe.acme.com:8443/api/v3')).toBe('https://ghe.acme.com:8443')
})
