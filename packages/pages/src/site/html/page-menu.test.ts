import { describe, expect, test } from 'vitest'
import type { SiteContents } from '../site-contents.ts'
import { pageMenuHtml } from './page-menu.ts'

const PLACE = { origin: 'https://docs.example', mcp: 'https://docent.example/mcp/docs', isPublic: true }

function menu(project: object, more: object = {}, place: object = {}): string | undefined {
  const contents = { base: '/site/docs', project: { domain: 'docs', assistant: {}, ...project }, ...more }
  return pageMenuHtml(contents as SiteContents, { path: '/über uns' }, { ...PLACE, ...place })?.markup
}

const linksOf = (markup = '') =>
  [...markup.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

describe('pageMenuHtml', () => {
  test('leads assistants to the Markdown of a public page, and editors to its tools', () => {
    const [markdown, chatGpt = '', claude = '', cursor = '', code = ''] = linksOf(menu({ site: 'public' }))
    expect(markdown).toBe('/site/docs/%C3%BCber%20uns.md')
    const prompt =
      'Read https://docs.example/site/docs/%C3%BCber%20uns.md so that I can ask questions about it.'
    expect(new URL(chatGpt).searchParams.get('q')).toBe(prompt)
    expect(new URL(claude).searchParams.get('q')).toBe(prompt)
    const { protocol, searchParams } = new URL(cursor)
    expect([protocol, searchParams.get('name')]).toEqual(['cursor:', 'docs'])
    expect(JSON.parse(atob(searchParams.get('config') ?? ''))).toEqual({ url: PLACE.mcp })
    expect(JSON.parse(decodeURIComponent(code.replace('vscode:mcp/install?', '')))).toEqual({
      name: 'docs',
      type: 'http',
      url: PLACE.mcp,
    })
  })

  test('leads nobody to what only this reader may read', () => {
    const own = ['/site/docs/%C3%BCber%20uns.md']
    expect(linksOf(menu({ site: 'members' }, {}, { isPublic: false }))).toEqual(own)
    expect(linksOf(menu({ site: 'public' }, { preview: {} }))).toEqual(own)
    expect(linksOf(menu({ site: 'public', assistant: { public: false } }))).toHaveLength(3)
    expect(linksOf(menu({ site: 'public' }, {}, { mcp: undefined }))).toHaveLength(3)
  })

  test('is absent where the project wants none', () => {
    expect(menu({ site: 'public', pageMenu: false })).toBeUndefined()
  })
})
