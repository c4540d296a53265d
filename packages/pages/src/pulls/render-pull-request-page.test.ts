import type { PullRequest } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { renderPullRequestPage } from './render-pull-request-page.ts'

const HOSTILE = `"><img src=x onerror=alert(1)><script>alert('x')</script>&lt;`

describe('renderPullRequestPage', () => {
  test('shows title, number, state, branches, body, files and lines', async () => {
    const html = await renderPullRequestPage(makePull({}), diffOf('guides/a.md', ['-old', '+new']))
    for (const part of [
      'Explain limits <small>#7</small>',
      '<span class="state open">open</span>',
      '<code>docent/limits</code> → <code>main</code>',
      '<h3>What was done</h3>',
      '1 changed file',
      '<a href="#file-0">guides/a.md</a>',
      '<td>-old</td>',
      '<td>+new</td>',
    ])
      expect(html).toContain(part)
  })

  test.each([
    [{ draft: true }, 'draft'],
    [{ draft: true, state: 'closed' as const }, 'closed'],
    [{ state: 'merged' as const }, 'merged'],
  ])('tells the state of %o', async (patch, state) => {
    expect(await renderPullRequestPage(makePull(patch), '')).toContain(
      `<span class="state ${state}">${state}</span>`,
    )
  })

  test('escapes whatever is hostile in title, body, branches, file names and lines', async () => {
    const pull = makePull({
      title: HOSTILE,
      body: `${HOSTILE}\n\n    ${HOSTILE}`,
      branch: HOSTILE,
      base: HOSTILE,
    })
    const html = await renderPullRequestPage(pull, diffOf(HOSTILE, [`+${HOSTILE}`, `-${HOSTILE}`]))
    expect(tagsOf(html)).toEqual(
      tagsOf(await renderPullRequestPage(makePull({ body: 'a\n\n    b' }), diffOf('x', ['+x', '-x']))),
    )
  })

  test('refers to nothing elsewhere and runs nothing', async () => {
    const body =
      '![a](https://evil.example/p.png) <img src="https://evil.example/q.png"> [x](javascript:alert(1)) [y](data:text/html,x)'
    const html = await renderPullRequestPage(
      makePull({ body }),
      diffOf('a.md', ['+<iframe src="//evil.example">']),
    )
    expect(stripText(html)).not.toMatch(
      /\s(?:src|srcset|style|on\w+)=|url\(|@import|<link|<script|<iframe|<img|<form/i,
    )
    expect(html).not.toMatch(/href="(?:javascript|data):/i)
  })

  test('hides comments of the body and shows other HTML as text', async () => {
    const body =
      '<!-- docent-job: 1 -->\n<!-- docent-run: 1/1 -->\nHello <b>there</b> <!-- x -->you\n\n`<!-- code -->` and &lt;!-- text'
    const html = await renderPullRequestPage(makePull({ body }), '')
    expect(html).not.toContain('docent-job')
    expect(html).not.toContain('docent-run')
    expect(html).toContain('Hello &lt;b&gt;there&lt;/b&gt; you')
    expect(html).toContain('<code>&lt;!-- code --&gt;</code> and &lt;!-- text')
  })

  test('makes direction and control characters visible', async () => {
    const html = await renderPullRequestPage(
      makePull({}),
      diffOf('a.md', ['+admin\u202e // \u2066if\u0007\u200b']),
    )
    expect(html).toContain(
      'admin<mark>U+202E</mark> // <mark>U+2066</mark>if<mark>U+0007</mark><mark>U+200B</mark>',
    )
  })

  test('cuts what no browser could show', async () => {
    const lines = Array.from({ length: 12_000 }, (_, index) => `+${index}`)
    const html = await renderPullRequestPage(
      makePull({}),
      diffOf('a.md', [`+${'x'.repeat(100_000)}`, ...lines]),
    )
    expect(html).toContain('2002 more lines are not shown.')
    expect(html).toContain('(100000 characters)')
    expect(html.length).toBeLessThan(2_000_000)
  })

  test('carries its own content security policy', async () => {
    expect(await renderPullRequestPage(makePull({}), '')).toContain(
      'content="default-src &#39;none&#39;; style-src',
    )
  })
})

const tagsOf = (html: string) =>
  html.match(/<[^>]+>/g)?.filter((tag) => !tag.startsWith('<td data') && tag !== '</p>' && tag !== '<p>')

/** The markup alone: what stands between tags is text. */
const stripText = (html: string) =>
  (html.replace(/<style>[\s\S]*?<\/style>/, '').match(/<[^>]+>/g) ?? []).join('\n')

function diffOf(path: string, lines: string[]): string {
  const removed = lines.filter((line) => line.startsWith('-')).length
  const counts = `@@ -1,${removed} +1,${lines.length - removed} @@`
  return [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, counts, ...lines, ''].join('\n')
}

function makePull(patch: Partial<PullRequest>): PullRequest {
  return {
    number: 7,
    url: 'http://127.0.0.1/pulls/x',
    state: 'open',
    draft: false,
    title: 'Explain limits',
    body: '<!-- docent-job: 1 -->\n### What was done\n- one\n- two',
    branch: 'docent/limits',
    base: 'main',
    headCommit: 'a'.repeat(40),
    createdAt: Date.UTC(2026, 0, 2),
    ...patch,
  }
}
