import { describe, expect, test } from 'vitest'
import { toolScene } from '../../../test/tool-scene.ts'
import { moveFile } from '../tools/move-file.ts'
import { writeFile } from '../tools/write-file.ts'

const SITE = {
  'docs/a.mdx':
    "import Chart from '../src/charts/Chart'\n\n# A\n\n<Chart data={load('x')} />\n\n{items.map((x) => x)}\n",
  'docs/b.md': '# B\n\n{{ button("a", "/a") }}\n\n<script src="/x.js"></script>\n',
  'docs/c.mdx': '# C\n',
  'docs/d.md': '# D\n',
  'docs/e.rst': 'E\n=\n',
  'docs/f.adoc': '= F\n',
  'docs/data.json': '{}',
  'src/components/Card.tsx': 'export default 1',
  'src/charts/Chart.jsx': 'export default 1',
}

async function write(path: string, added: string, files: Record<string, string> = SITE): Promise<string> {
  const scene = toolScene(files)
  return scene.call(writeFile, { path, content: `${files[path] ?? ''}\n${added}\n` })
}

const RUNS: [string, string][] = [
  ['docs/c.mdx', "import x from 'child_process'"],
  ['docs/c.mdx', "import '../scripts/build.js'"],
  ['docs/c.mdx', "import X from '@site/scripts/x'"],
  ['docs/c.mdx', "import X from '!!val-loader!./c.mdx'"],
  ['docs/c.mdx', "import X from '!!raw-loader!../.env'"],
  ['docs/c.mdx', "export * from '../scripts/x.js'"],
  ['docs/c.mdx', "export const x = require('fs').readFileSync('/etc/passwd')"],
  ['docs/c.mdx', 'export default function Layout() { return run() }'],
  ['docs/c.mdx', "export const a = (() => fetch('https://x.example'))()"],
  ['docs/c.mdx', "Text {require('fs').readFileSync('/etc/passwd', 'utf8')} text"],
  ['docs/c.mdx', '{process.env.SECRET}'],
  ['docs/c.mdx', '{globalThis["process"]}'],
  ['docs/c.mdx', '{[].constructor.constructor("return 1")()}'],
  ['docs/c.mdx', '{new Date()}'],
  ['docs/c.mdx', '{import("x")}'],
  ['docs/c.mdx', '{tag`x`}'],
  ['docs/c.mdx', '{(() => 1)()}'],
  ['docs/c.mdx', '<Card onClick={() => alert(1)} />'],
  ['docs/c.mdx', '<Card {...run()} />'],
  ['docs/c.mdx', '<div dangerouslySetInnerHTML={{ __html: "<script>x()</script>" }} />'],
  ['docs/c.mdx', '<iframe srcDoc="<script>x()</script>" />'],
  ['docs/c.mdx', '<script src="https://x.example/x.js" />'],
  ['docs/c.mdx', '[x](javascript:alert(1))'],
  ['docs/c.mdx', '<a href="java&Tab;script&colon;alert(1)">x</a>'],
  ['docs/c.mdx', '<a href={"javascript:alert(1)"}>x</a>'],
  ['docs/c.mdx', '    {run()}'],
  ['docs/c.mdx', '- item\n  {run()}'],
  ['docs/c.mdx', '{ unclosed(\n'],
  ['docs/d.md', "import X from 'child_process'\n\n# T"],
  ['docs/d.md', "{require('fs').readFileSync('/etc/passwd')}"],
  ['docs/d.md', '<script setup>\nimport fs from "fs"\n</script>'],
  ['docs/d.md', '<SCRIPT>x()</SCRIPT>'],
  ['docs/d.md', '<img src=x onerror=alert(1)>'],
  ['docs/d.md', '<img src=x onerror=alert(1)//'],
  ['docs/d.md', '<p v-html="x"></p>'],
  ['docs/d.md', '<A :x="run()" />'],
  ['docs/d.md', '<A @click="run()" />'],
  ['docs/d.md', '<object data="x"></object>'],
  ['docs/d.md', '<base href="https://x.example">'],
  ['docs/d.md', '<meta http-equiv="refresh" content="0;url=https://x.example">'],
  ['docs/d.md', '[x]: vbscript:x'],
  ['docs/d.md', '[x](data:text/html,<b>)'],
  ['docs/d.md', '{{ $el.ownerDocument.defaultView.fetch("x") }}'],
  ['docs/d.md', "{{ ''.__class__.__mro__ }}"],
  ['docs/d.md', '{{ read("x") }}'],
  ['docs/d.md', '{% import "x" as y %}'],
  ['docs/d.md', '{% for x in range(9) %}{% endfor %}'],
  ['docs/d.md', '{{< x.inline >}}{{ os.ReadFile "x" }}{{< /x.inline >}}'],
  ['docs/d.md', '<% system("id") %>'],
  ['docs/d.md', '<?php system("id") ?>'],
  ['docs/d.md', '--8<-- "/etc/passwd"'],
  ['docs/d.md', '--8<-- "../../secret.txt"'],
  ['docs/d.md', '--8<-- "https://x.example/x.md"'],
  ['docs/d.md', '--8<--\n../x.md\n--8<--'],
  ['docs/d.md', '--8<-- ".env"'],
  ['docs/d.md', '{% include "../../../etc/passwd" %}'],
  ['docs/d.md', '{% include-markdown "https://x.example/a.md" %}'],
  ['docs/d.md', '{!/etc/passwd!}'],
  ['docs/d.md', '{{#include ../../../etc/passwd}}'],
  ['docs/d.md', '<<< ../../../../etc/passwd'],
  ['docs/d.md', '<!--@include: ../../../x.md-->'],
  ['docs/d.md', '{{< include ../../../.env >}}'],
  ['docs/d.md', '```{code-cell}\nprint(1)\n```'],
  ['docs/d.md', '```{code-cell} ipython3\nprint(1)\n```'],
  ['docs/d.md', ':::{code-cell}\nprint(1)\n:::'],
  ['docs/d.md', '```{python}\nprint(1)\n```'],
  ['docs/d.md', '```{raw} html\n<b>\n```'],
  ['docs/d.md', '````{eval-rst}\n.. exec::\n\n   print(1)\n````'],
  ['docs/d.md', '```{eval-rst}\n.. raw:: html\n   :file: /etc/passwd\n```'],
  ['docs/d.md', '```{include} ../../../etc/passwd\n```'],
  ['docs/d.md', '```{literalinclude} /etc/passwd\n```'],
  ['docs/d.md', '```python exec="on"\nprint(1)\n```'],
  ['docs/d.md', '```@eval\nrun(`id`)\n```'],
  ['docs/d.md', '```{=html}\n<script>x()</script>\n```'],
  ['docs/d.md', 'It is `{python} 1 + 1`.'],
  ['docs/d.md', '{eval}`1 + 1`'],
  ['docs/d.md', '<!-- cmdrun id -->'],
  ['docs/d.md', '<!-- [[[cog import os ]]] -->'],
  ['docs/e.rst', '.. exec::\n\n   print(1)'],
  ['docs/e.rst', '.. raw:: html\n\n   <b>'],
  ['docs/e.rst', '.. include:: /etc/passwd'],
  ['docs/e.rst', '.. literalinclude:: ../../../x'],
  ['docs/e.rst', '.. csv-table:: x\n   :url: https://x.example/x.csv'],
  ['docs/e.rst', '.. ifconfig:: __import__("os")'],
  ['docs/e.rst', '.. jupyter-execute::\n\n   print(1)'],
  ['docs/e.rst', '.. |x| raw:: html\n\n   <b>'],
  ['docs/e.rst', '.. role:: raw-html(raw)\n   :format: html'],
  ['docs/e.rst', '.. program-output:: id'],
  ['docs/e.rst', '`x <javascript:alert(1)>`_'],
  ['docs/f.adoc', 'include::https://x.example/x.adoc[]'],
  ['docs/f.adoc', 'include::/etc/passwd[]'],
  ['docs/f.adoc', 'include::../../../x.adoc[]'],
  ['docs/f.adoc', ':allow-uri-read:'],
  ['docs/f.adoc', '++++\n<script>x()</script>\n++++'],
  ['docs/f.adoc', 'pass:[<script>x()</script>]'],
  ['docs/f.adoc', 'link:javascript:alert(1)[x]'],
  ['docs/new.md', '---\nhead:\n  - [script, {}, "x()"]\n---\n# N'],
  ['docs/n.org', '#+CALL: x()'],
  ['docs/n.ipynb', '{"cells":[{"cell_type":"code","source":["x"]}]}'],
  ['docs/n.ipynb', '{"cells":['],
  ['docs/n.svg', '<svg><script>x()</script></svg>'],
  ['docs/n.svg', '<svg onload="x()"/>'],
  ['docs/n.css', '@plugin "./x.js";'],
  ['docs/n.css', '@import "https://x.example/x.css";'],
  ['docs/n.yaml', 'x: !!python/object/apply:os.system [id]'],
  ['docs/n.html', '<script>x()</script>'],
  ['docs/n.html', '{{ run() }}'],
  ['docs/n.xml', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>'],
  ['docs/docs.json', '{"url": "javascript:alert(1)"}'],
]

const ONLY_SAYS: [string, string][] = [
  ['docs/c.mdx', "import Chart from '@site/src/charts/Chart'\n\n<Chart data={load('y')} />"],
  ['docs/c.mdx', "import Chart from '../src/charts/Chart'"],
  [
    'docs/c.mdx',
    "import Card from '@site/src/components/Card'\n\n<Card title={'x'} cols={2} list={['a', 1]} />",
  ],
  ['docs/c.mdx', "import Tabs from '@theme/Tabs'\nimport { Card } from '@astrojs/starlight/components'"],
  ['docs/c.mdx', "import Part from './_part.mdx'\nimport img from './x.png'\nimport data from './data.json'"],
  ['docs/c.mdx', "export const metadata = { title: 'x', list: [1, 2] }"],
  ['docs/c.mdx', '{/* a comment */} {props.x} {version} {a ? "b" : `c`}'],
  ['docs/c.mdx', '<Card style={{ color: "red" }} icon={<Icon name="x" />}>{frontMatter.title}</Card>'],
  ['docs/c.mdx', '{items.map((x) => x)}'],
  ['docs/c.mdx', '```js\nimport fs from "fs"\nrequire("x")\n```\n\nUse `{run()}` and `<script>`.'],
  ['docs/c.mdx', '## Heading {#my-id}'],
  ['docs/c.mdx', '<iframe src="https://www.youtube.com/embed/x" title="x"></iframe>'],
  ['docs/d.md', 'Call `/users/{id}`, or {id}, with {: .class } and {#x}.'],
  ['docs/d.md', '{{ version }} {{ page.title | upper }} {{ site.baseurl }} {{ button("b", "/b") }}'],
  ['docs/d.md', '{% hint style="info" %}\nHi\n{% endhint %}'],
  ['docs/d.md', '{{< figure src="/a.png" >}} {{% note %}} {{< ref "a.md" >}}'],
  ['docs/d.md', '<script src="/x.js"></script>'],
  ['docs/d.md', '```yaml\nrun: {{ run() }}\n```'],
  ['docs/d.md', '```{note}\nHi\n```\n\n:::{tip}\nHi\n:::'],
  ['docs/d.md', '```{eval-rst}\n.. note:: Hi\n```'],
  ['docs/d.md', '```python\nexec("x")\n```'],
  ['docs/d.md', 'JavaScript: the language. Import the file, then export it.'],
  ['docs/d.md', 'import the data from "x", and go on'],
  ['docs/d.md', '--8<-- "includes/x.md"'],
  ['docs/d.md', '{{#include ../examples/x.rs:10:20}}'],
  ['docs/d.md', '![x](https://x.example/x.png) ![y](../img/y.png) <https://x.example>'],
  ['docs/d.md', '<details open><summary>x</summary></details> <br/> a < b && c > d'],
  ['docs/e.rst', '.. note:: Hi\n\n.. code-block:: python\n\n   exec("x")\n\n.. include:: ../README.rst'],
  ['docs/e.rst', '.. automodule:: package.module\n   :members:'],
  ['docs/f.adoc', 'include::partial$x.adoc[]\n\n----\n<script>\n----\n\nhttps://x.example[x]'],
  ['docs/new.md', '---\ntitle: N\ntags: [a, b]\nhead:\n  - - meta\n    - name: x\n---\n# N'],
  ['docs/n.svg', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'],
  ['docs/n.css', '.a { color: red }'],
  ['docs/n.yaml', 'a: [1, 2]\nb: "!x"'],
]

describe('a page', () => {
  test.each(RUNS)('%s brings no new code: %j', async (path, added) => {
    const isNew = !(path in SITE)
    const said = isNew
      ? await toolScene(SITE).call(writeFile, { path, content: added })
      : await write(path, added)
    expect(said).toMatch(/^error: .*was not written[\s\S]*agent\.allowPaths/)
  })

  test.each(ONLY_SAYS)('%s says what it likes, and uses what the site has: %j', async (path, added) => {
    const isNew = !(path in SITE)
    const said = isNew
      ? await toolScene(SITE).call(writeFile, { path, content: added })
      : await write(path, added)
    expect(said).toMatch(/^(?:Created|Replaced)/)
  })

  test.each(RUNS.filter(([path]) => path in SITE))('%s keeps what it has: %j', async (path, added) => {
    const files = { ...SITE, [path]: `${SITE[path as keyof typeof SITE]}\n${added}\n` }
    expect(await write(path, 'More.', files)).toMatch(/^Replaced/)
  })

  test('cannot bring code by a frontmatter that is run', async () => {
    const content = '---js\n{ title: require("fs").readFileSync("/etc/passwd") }\n---\n# N\n'
    expect(await toolScene(SITE).call(writeFile, { path: 'docs/new.md', content })).toMatch(/^error: /)
  })

  test('cannot bring code by a move to another format', async () => {
    const scene = toolScene({ 'a.txt': '{run()}\n', 'b.txt': '<script>x()</script>\n' })
    expect(await scene.call(moveFile, { from: 'a.txt', to: 'a.mdx' })).toMatch(/^error: /)
    expect(await scene.call(moveFile, { from: 'b.txt', to: 'b.html' })).toMatch(/^error: /)
  })

  test('brings no template in its code where a plugin reads those', async () => {
    const files = { ...SITE, 'mkdocs.yml': 'plugins:\n  - macros\n' }
    expect(await write('docs/d.md', '```\n{{ lipsum.__globals__ }}\n```', files)).toMatch(/^error: /)
  })

  test('cannot use the code of another page that only shows it', async () => {
    const files = { ...SITE, 'docs/g.mdx': "```js\n{run('/etc/passwd')}\n```\n" }
    expect(await write('docs/c.mdx', "{run('/etc/passwd')}", files)).toMatch(/^error: /)
  })
})
