import { parsePage } from '@docent/content'
import { describe, expect, test } from 'vitest'
import { renderPage } from './render-page.ts'

function html(source: string, file = 'page.md'): string {
  return renderPage(parsePage(file, source).page).parts.join('')
}

describe('formulas', () => {
  test.each([
    ['$x^2$', '<msup><mi>x</mi><mn>2</mn></msup>'],
    ['Let $n$ be', '<mi>n</mi>'],
    ['\\(a_1\\)', '<msub><mi>a</mi><mn>1</mn></msub>'],
    ['\\\\(a_1\\\\)', '<msub><mi>a</mi><mn>1</mn></msub>'],
    ['$`a_b`$', '<msub><mi>a</mi><mi>b</mi></msub>'],
    ['$$\n\\frac{1}{2}\n$$', 'display="block"'],
    ['> $$\n> \\frac{1}{2}\n> $$', '<mfrac><mn>1</mn><mn>2</mn></mfrac>'],
    ['```math\n\\sqrt{2}\n```', '<msqrt><mn>2</mn></msqrt>'],
    ['$$\\sum_{k=0}^{\\infty} x_k$$', '<munderover>'],
    ['| a |\n|---|\n| $|x|$ |', '<mi>|</mi>'],
  ])('%j is shown as mathematics, in Markdown and in MDX', (source, expected) => {
    for (const file of ['a.md', 'a.mdx']) {
      const shown = html(source, file)
      expect(shown).toContain('<math ')
      expect(shown).toContain(expected)
    }
  })

  test.each([
    'It costs $5 and $10.',
    'Between $5-$10 a month',
    'Set $HOME and $PATH.',
    'Run `$x^2$` or `` `$y_1$` ``.',
    '```sh\necho $x_1 $y_2$\n```',
    '`$`a`$`',
    'US$5/A$6, $$ and $$',
    'A footnote \\[1\\], \\[optional\\], and \\(not null\\).',
    '\\[optional\\]',
  ])('%j has none', (source) => {
    expect(html(source)).not.toContain('<math')
  })

  test('what is no formula of TeX is shown as it is written', () => {
    expect(html('$\\nothing{x}$ behind')).toBe('<p><code>\\nothing{x}</code> behind</p>')
  })

  test.each([
    '$\\href{javascript:alert(1)}{x}$',
    '$\\class{callout}{x^2}$',
    '$\\includegraphics{https://example.com/a.png}$',
    '<docent-math tex="%3Cscript%3Ealert(1)%3C%2Fscript%3E"></docent-math>',
    '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  ])('%j runs and loads nothing', (source) => {
    expect(html(source).replaceAll(/"[^"]*"/g, '""')).not.toMatch(
      /<(?:script|style|img|a)\b|\s(?:on\w+|href|style)=/,
    )
  })

  test('a formula that would grow without end, and one of a megabyte, are shown as they are written', () => {
    const growing = '$\\def\\a{\\a\\a}\\a$'
    expect(html(growing)).toContain('<code>')
    expect(html(`$${'x^2+'.repeat(250_000)}x$`)).not.toContain('<math')
  })
})

describe('marked lines of code', () => {
  const kinds = (source: string, file?: string) =>
    [...html(source, file).matchAll(/<span class="line (\w+)">(.*?)\n?<\/span>(?=[^<]|<|$)/gs)].map(
      ([, kind, line = '']) => [kind, line.replaceAll(/<[^>]*>/g, '').trim()],
    )

  test.each([
    ['```js {1,3}\na\nb\nc\n```'],
    ['```js{1,3}\na\nb\nc\n```'],
    ['```js title="a.js" {1} mark={3}\na\nb\nc\n```'],
    ['``` py hl_lines="1 3"\na\nb\nc\n```'],
    ['``` { .py hl_lines="1 3" }\na\nb\nc\n```'],
    ['```js\n// highlight-next-line\na\nb\n// highlight-start\nc\n// highlight-end\n```'],
    ['```js\na // [!code highlight]\nb\nc // [!code focus]\n```'],
  ])('%j', (source) => {
    expect(kinds(source)).toEqual([
      ['marked', 'a'],
      ['marked', 'c'],
    ])
    expect(html(source)).not.toMatch(/highlight-|\[!code|\{1/)
  })

  test('lines that a change adds and removes', () => {
    expect(
      kinds('```js\na // [!code --]\nb // [!code ++:2]\nc\n```\n\n```js ins={1} del={2}\nd\ne\n```'),
    ).toEqual([
      ['removed', 'a'],
      ['added', 'b'],
      ['added', 'c'],
      ['added', 'd'],
      ['removed', 'e'],
    ])
  })

  test('a range without end is cut, and code that is not marked stays as it is', () => {
    expect(kinds('```js {2-99999}\na\nb\n```')).toEqual([['marked', 'b']])
    expect(html('```js\na\n```')).not.toContain('class="line')
  })
})

describe('what only one theme shows', () => {
  test.each([
    ['![a](a.svg#only-light) ![b](b.svg#only-dark)', 'a.md'],
    ['![a](a.svg#gh-light-mode-only) ![b](b.svg#gh-dark-mode-only)', 'a.md'],
    [
      '<img src="/a.svg" className="block dark:hidden w-full" /><img src="/b.svg" className="hidden w-full dark:block" />',
      'a.mdx',
    ],
    ['<img src="a.svg" class="dark:sl-hidden"><img src="b.svg" class="light:sl-hidden">', 'a.md'],
  ])('%j', (source, file) => {
    expect([...html(source, file).matchAll(/class="(only-\w+)"/g)].map(([, theme]) => theme)).toEqual([
      'only-light',
      'only-dark',
    ])
  })

  test('all else is for both', () => {
    expect(html('<img src="/a.svg" className="dark:text-zinc-50 hidden-dark" />', 'a.mdx')).not.toContain(
      'only-',
    )
  })
})

test('an unknown component with a title and an address is a card', () => {
  expect(html('<HeroCard filename="a" title="Start" description="Now." href="/start" />', 'a.mdx')).toMatch(
    /class="card"[^>]*><p class="card-title"><a href="[^"]*">Start<\/a><\/p><p>Now\.<\/p>/,
  )
})

describe('pictures of other hosts', () => {
  const shown = (source: string, imageHosts?: readonly string[]) =>
    renderPage(parsePage('a.md', source).page, undefined, imageHosts && { imageHosts }).parts.join('')

  test.each([
    ['![a](https://img.acme.com/a.png)', ['img.acme.com']],
    ['![a](http://img.acme.com/a.png)', ['img.acme.com']],
    ['![a](//img.acme.com/a.png)', ['*.acme.com']],
    ['<img src="https://img.acme.com/a.png">', ['b.com', '*.acme.com']],
  ])('%j is shown over HTTPS where %j are allowed, and tells nobody where', (source, hosts) => {
    expect(shown(source, hosts)).toMatch(
      /<img src="https:\/\/img\.acme\.com\/a\.png"[^>]* referrerpolicy="no-referrer">/,
    )
    expect(shown(source)).not.toContain('<img')
  })

  test.each([
    'https://acme.com/a.png',
    'https://img.acme.com.evil.com/a.png',
    'https://evil.com/img.acme.com',
    'https://img.acme.com@evil.com/a.png',
    'https://img.acme.com:444/a.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
  ])('%j stays a link or a text', (address) => {
    expect(shown(`![a](${address})`, ['img.acme.com', '*.img.acme.com'])).not.toContain('<img')
  })
})
