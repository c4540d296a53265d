import { parsePage } from '@docent/content'
import { describe, expect, test } from 'vitest'
import { readHtml } from './html-to-markdown.ts'

function convert(body: string, head = '<title>Set up | Acme</title>'): string {
  const html = `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`
  const linkTo = (written: string) => (written.startsWith('javascript:') ? undefined : written)
  return readHtml(html, { product: 'DocentBot', linkTo }).markdown()
}

const text = (markdown: string) => markdown.replace(/^---\n[\s\S]*?\n---\n\n/, '')

describe('pages as generators make them', () => {
  test('Docusaurus: hash links, highlighted lines, tabs and admonitions', () => {
    const markdown = convert(`
      <nav class="navbar">Acme</nav><div class="main-wrapper"><aside class="theme-doc-sidebar-container"><a href="/x">X</a></aside>
      <main><article><nav class="theme-doc-breadcrumbs" aria-label="Breadcrumbs">Home</nav>
      <div class="tocCollapsible">On this page</div>
      <div class="theme-doc-markdown markdown"><header><h1>Set up</h1></header>
      <p>Run it.</p>
      <h2 class="anchor" id="install">Install<a href="#install" class="hash-link" aria-label="Direct link to Install" title="Direct link">\u200b</a></h2>
      <div class="language-bash codeBlockContainer_x"><div class="codeBlockContent_x"><pre tabindex="0" class="prism-code language-bash"><code class="codeBlockLines_x"><span class="token-line" style="color:#fff"><span class="token plain">npm install acme</span><br></span><span class="token-line"><span class="token plain">npm start</span><br></span></code></pre><div class="buttonGroup_x"><button type="button">Copy</button></div></div></div>
      <div class="theme-admonition theme-admonition-note alert"><div class="admonitionHeading_x">note</div><div class="admonitionContent_x"><p>Mind the gap.</p></div></div>
      <div class="tabs-container"><ul role="tablist"><li role="tab">One</li></ul><div role="tabpanel" hidden=""><p>Hidden tab.</p></div></div>
      </div><footer class="theme-doc-footer">Edit this page</footer></article>
      <nav class="pagination-nav"><a href="/next">Next</a></nav></main></div><footer>©</footer>`)
    expect(text(markdown)).toBe(
      `# Set up

Run it.

## Install {#install}

\`\`\`bash
npm install acme
npm start
\`\`\`

note

Mind the gap.

- One

Hidden tab.
`,
    )
    expect(parsePage('a.md', markdown).page).toMatchObject({
      title: 'Set up',
      language: 'en',
      headings: [
        { depth: 1, anchor: 'set-up' },
        { depth: 2, text: 'Install', anchor: 'install' },
      ],
    })
  })

  test('VitePress: header anchors, language label and copy button', () => {
    const markdown =
      convert(`<div class="VPContent"><aside class="VPDocAside">Outline</aside><main class="main"><div class="vp-doc"><div>
      <h1 id="a" tabindex="-1">Set up <a class="header-anchor" href="#a" aria-label="Permalink to &quot;Set up&quot;">\u200b</a></h1>
      <div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki" tabindex="0"><code><span class="line"><span>const a = 1</span></span>
<span class="line"></span>
<span class="line"><span>const b = 2</span></span></code></pre></div></div></div></main></div>`)
    expect(text(markdown)).toContain('# Set up {#a}\n')
    expect(text(markdown)).toContain('```ts\nconst a = 1\n\nconst b = 2\n```')
  })

  test('Starlight: heading above the content, expressive code, callouts', () => {
    const markdown =
      convert(`<main><div class="content-panel"><h1 id="_top">Set up</h1></div><div class="content-panel"><div class="sl-markdown-content">
      <div class="sl-heading-wrapper level-h2"><h2 id="x">Next</h2><a class="sl-anchor-link" href="#x"><span aria-hidden="true" class="sl-anchor-icon"><svg></svg></span><span class="sr-only">Section titled “Next”</span></a></div>
      <div class="expressive-code"><figure class="frame"><figcaption class="header"></figcaption><pre data-language="js"><code><div class="ec-line"><div class="code"><span>let a</span></div></div><div class="ec-line"><div class="code">
</div></div><div class="ec-line"><div class="code"><span>a = 1</span></div></div></code></pre><div class="copy"><button>Copy</button></div></figure></div>
      <aside aria-label="Note" class="starlight-aside starlight-aside--note"><p class="starlight-aside__title">Note</p><section class="starlight-aside__content"><p>Careful.</p></section></aside>
      </div></div></main>`)
    expect(text(markdown)).toBe(
      '# Set up {#_top}\n\n## Next {#x}\n\n```js\nlet a\n\na = 1\n```\n\nNote\n\nCareful.\n',
    )
  })

  test('MkDocs Material: permalinks, line numbers in a table, edit button', () => {
    const markdown =
      convert(`<main class="md-main"><div class="md-sidebar"><nav>Nav</nav></div><article class="md-content__inner md-typeset">
      <a class="md-content__button md-icon" title="Edit this page" href="https://github.com/x"><svg></svg></a>
      <h1 id="set-up">Set up<a class="headerlink" href="#set-up" title="Permanent link">¶</a></h1>
      <div class="language-yaml highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span></span><span class="normal">1</span></pre></div></td><td class="code"><div><pre><span></span><code><span class="nt">a</span>: 1
</code></pre></div></td></tr></table></div>
      <div class="admonition tip"><p class="admonition-title">Tip</p><p>Do.</p></div></article></main>`)
    expect(text(markdown)).toContain('# Set up {#set-up}\n\n```yaml\na: 1\n```\n\nTip\n\nDo.\n')
    expect(markdown).not.toContain('¶')
  })

  test('Sphinx: ids on sections, highlighted code, field of parameters', () => {
    const markdown = convert(`<div class="document"><div class="body" role="main">
      <section id="set-up"><h1>Set up<a class="headerlink" href="#set-up">¶</a></h1><p>One.</p>
      <section id="the-api"><span id="old"></span><h2>The API<a class="headerlink" href="#the-api">#</a></h2>
      <div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="kn">import</span> <span class="nn">a</span>
</pre></div></div><dl class="py function"><dt id="a.b"><code>a.b</code>(c)</dt><dd><p>Does it.</p></dd></dl></section></section>
      </div><div class="sphinxsidebar" role="navigation">Side</div></div>`)
    expect(text(markdown)).toContain('# Set up {#set-up}\n\nOne.')
    expect(text(markdown)).toContain('```python\nimport a\n```')
    expect(text(markdown)).toContain('Does it.')
    expect(markdown).not.toContain('Side')
  })
})

describe('what stays', () => {
  test('tables, lists, links, images, marks and escapes', () => {
    const markdown =
      convert(`<main><h1>A</h1><table><thead><tr><th>Name</th><th>Use</th></tr></thead><tbody><tr><td><code>a|b</code></td><td>x <strong>y</strong></td></tr></tbody></table>
      <ol><li>One<ul><li>In</li></ul></li><li>Two</li></ol><p><a href="/b#c">B</a> <a href="javascript:x()">no link</a> <img src="/i.png" alt="Pic"> &lt;Tag&gt; {x} 1 * 2 * 3</p></main>`)
    expect(text(markdown)).toContain('| Name | Use |\n| - | - |\n| `a\\|b` | x **y** |')
    expect(text(markdown)).toContain('1. One\n   - In\n2. Two')
    expect(text(markdown)).toContain('[B](/b#c) no link ![Pic](/i.png) \\<Tag> {x} 1 \\* 2 \\* 3')
    const { page } = parsePage('a.md', markdown)
    expect(page.links.map(({ target }) => target)).toEqual(['/b#c', '/i.png'])
  })

  test.each([
    ['<title>Set up | Acme</title>', 'Set up'],
    ['<title>Set up - Acme</title><meta property="og:site_name" content="Acme">', 'Set up'],
    ['<title>Set up - the long way</title>', 'Set up - the long way'],
    ['<title>Set up · Docs · Acme</title>', 'Set up · Docs'],
    ['<meta property="og:title" content="Better"><title>Worse | Acme</title>', 'Better'],
  ])('the title of %s', (head, title) => {
    expect(parsePage('a.md', convert('<main><p>No heading.</p></main>', head)).page.title).toBe(title)
  })

  test('the description, and a title with every character', () => {
    const head = '<title>x</title><meta name="description" content="All: &quot;about&quot; it # yes">'
    const { page } = parsePage('a.md', convert('<main><h1>C:\\ &amp; "D" #</h1></main>', head))
    expect(page).toMatchObject({ title: 'C:\\ & "D" #', description: 'All: "about" it # yes' })
  })

  test('the text of a page without any landmark', () => {
    expect(text(convert('<header>Acme</header><div><h1>A</h1><p>B</p></div><footer>C</footer>'))).toBe(
      '# A\n\nB\n',
    )
  })

  test('what stands in many articles', () => {
    const markdown = convert('<main><h1>A</h1><article><p>B</p></article><article><p>C</p></article></main>')
    expect(text(markdown)).toBe('# A\n\nB\n\nC\n')
  })
})
