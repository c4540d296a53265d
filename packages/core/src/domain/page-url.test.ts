import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeAnchor, pageUrl } from './page-url.ts'

const project = { siteUrl: 'https://docs.example.com/base/' }

describe('pageUrl', () => {
  test.each([
    ['/guides/keys', '', 'https://docs.example.com/base/guides/keys'],
    ['/', '', 'https://docs.example.com/base'],
    [
      '/a](http://evil.com)',
      '',
      'https://docs.example.com/base/a%5D%28http:/%2Fevil.com%29'.replace('/%2F', '//'),
    ],
    ['/my page', 'a b', 'https://docs.example.com/base/my%20page#a%20b'],
    ['/100%', '', 'https://docs.example.com/base/100%25'],
    ['/a#b?c', '', 'https://docs.example.com/base/a%23b%3Fc'],
    ['/größe', 'größe', 'https://docs.example.com/base/gr%C3%B6%C3%9Fe#gr%C3%B6%C3%9Fe'],
    ['/<img src=x>', '', 'https://docs.example.com/base/%3Cimg%20src=x%3E'],
    ['/a"b\'c`d\ne', '', 'https://docs.example.com/base/a%22b%27c%60d%0Ae'],
    ['/@scope/v1:x', '', 'https://docs.example.com/base/@scope/v1:x'],
    ['/\ud800', '', 'https://docs.example.com/base/%EF%BF%BD'],
  ])('of %j, %j is %s', (path, anchor, url) => {
    expect(pageUrl(project, path, anchor)).toBe(url)
  })

  test('is a path without a site, and reads back as the page', () => {
    expect(pageUrl({}, '/my page', 'x')).toBe('/my%20page#x')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const path = `/${name.replaceAll('/', '')}`
        const url = new URL(pageUrl({ siteUrl: 'https://docs.example.com' }, `/docs${path}`))
        expect(url.origin).toBe('https://docs.example.com')
        expect(url.search + url.hash).toBe('')
        if (!/^\/\.{1,2}$/.test(path)) expect(decodeURIComponent(url.pathname)).toBe(`/docs${path}`)
      }),
    )
  })

  test('an anchor that is encoded already stays as it is', () => {
    expect(encodeAnchor('gr%C3%B6%C3%9Fe')).toBe('gr%C3%B6%C3%9Fe')
    expect(encodeAnchor('a"onclick=x')).toBe('a%22onclick=x')
  })
})
