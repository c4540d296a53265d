import { describe, expect, test } from 'vitest'
import { extractNames, namesOfCode } from './extract-names.ts'
import { eachNameKey } from './keys/name-keys.ts'

const found = (text: string) => extractNames(text).map(({ kind, text: name }) => `${kind} ${name}`)

test('what earlier code makes up is no name in the text behind it', () => {
  const earlier = namesOfCode("```ts\nserve('orders')\nconst pool = make()\n```")
  expect(found('Open `/v2/orders/7`, or `pool`.')).toEqual(['route /v2/orders/7', 'key pool'])
  expect(extractNames('Open `/v2/orders/7`, or `pool`.', earlier)).toEqual([])
})

describe('extractNames', () => {
  test.each<[string, string, string[]]>([
    [
      'flags of commands',
      'Run `docent serve --http-only -p 80`.',
      ['flag --http-only', 'flag -p', 'number 80'],
    ],
    ['a flag in prose, and no dash', 'Pass --force -- or not.', ['flag --force']],
    ['a flag and its value apart', 'Use `--port=8080`.', ['flag --port', 'number 8080']],
    [
      'environment variables however they are written',
      '`DOCENT_URL`, `$DOCENT_KEY`, `process.env.PORT`, `process.env.DOCENT_URL_deep`',
      ['env DOCENT_URL', 'env DOCENT_KEY', 'env PORT', 'env DOCENT_URL_deep'],
    ],
    [
      'dotted and :: paths',
      'Set `server.port` or `tokio::spawn`.',
      ['path server.port', 'path tokio::spawn'],
    ],
    ['calls', 'Call `createClient()` and then `client.ask()`.', ['call createClient', 'call client.ask']],
    [
      'members of what a call returned',
      '```ts\nconsole.log((await client.query(sql)).rowsRead)\n```',
      ['call client.query', 'path rowsRead'],
    ],
    [
      'no members of what the code itself returns',
      '```ts\nconst make = () => ({ greetingText: "a" })\nconsole.log(make().greetingText)\n```',
      [],
    ],
    [
      'no headers of HTTP itself',
      '```ts\nawait fetch(url, { headers: { "Content-Type": "a", "X-Docent-Key": "b" } })\n```',
      ['key X-Docent-Key'],
    ],
    [
      'no functions of the same package in Go',
      '```go\nresult := run(docent.Start())\n```',
      ['call docent.Start'],
    ],
    [
      'parameters that Python names, and no keys of its data',
      '```python\nmine = {"kept_at": None}\ndocent.launch(sent_at=None)\n```',
      ['call docent.launch', 'key sent_at'],
    ],
    ['no call for a plural', 'Remove the page(s).', []],
    [
      'keys of YAML',
      '```yaml\nserver:\n  maxBodySize: 10\n```',
      ['key server', 'key maxBodySize', 'number 10'],
    ],
    ['keys of JSON', '```json\n{ "retryLimit": 5 }\n```', ['key retryLimit', 'number 5']],
    ['keys of TOML', '```toml\nretry_limit = 5\n```', ['key retry_limit', 'number 5']],
    ['endpoints', 'Send `POST /v1/agent/{id}/job`.', ['route POST /v1/agent/{id}/job']],
    ['addresses', 'See https://docs.docent.dev/setup.', ['url https://docs.docent.dev/setup']],
    [
      'addresses that Git clones',
      '```sh\ngit clone https://github.com/docent/MyST-Parser\ngit clone git@github.com:docent/core.git\n```',
      ['url https://github.com/docent/MyST-Parser', 'url git@github.com:docent/core.git'],
    ],
    ['no address of an own repository', '`git clone https://github.com/docent/my-site` and /myapp.', []],
    [
      'names in anchors',
      'See [one](/guide#--min-age), [two](#maxRetries), [three](https://docent.dev/x#retry_limit) or [four](/guide#keys).',
      [
        'flag --min-age',
        'key maxRetries',
        'url https://docent.dev/x#retry_limit',
        'key retry_limit',
        'url keys',
      ],
    ],
    [
      'anchors of links, and no colours, lines and issues',
      '[a](#set-a-limit), [b](/x#section-5.2.1), #general, [c](https://docent.dev/x.ts#L20-L30), docent/core#12',
      ['url set-a-limit', 'url section-5.2.1', 'url https://docent.dev/x.ts#L20-L30'],
    ],
    ['no anchor of a citation', 'Start it [1](/guide#start-the-server).', []],
    ['no address that is made up', 'Open http://localhost:3000 or https://example.com/x.', []],
    ['files', 'Edit `docent.config.ts` and ./src/main.py.', ['file docent.config.ts', 'file ./src/main.py']],
    [
      'packages with versions and scopes',
      'Install `vite@5.0.0` and `@docent/core`.',
      ['package vite@5.0.0', 'package @docent/core'],
    ],
    [
      'what an import takes of a package',
      "```ts\nimport { go } from '@docent/core/wasi/0.2.6/go'\n```",
      ['key go', 'package @docent/core/wasi/0.2.6/go'],
    ],
    ['versions within names', '`team/core#2.7.1`, `npmjs:^1.3.2`', ['version 2.7.1', 'version 1.3.2']],
    ['versions', 'Needs v1.2.3, or version 2.4.', ['version v1.2.3', 'version 2.4']],
    ['numbers with units in one or two words', 'After 30s, or 10 MB.', ['number 30s', 'number 10 MB']],
    [
      'rates',
      'At most 200 MB/s, 50MB/sec or 10 Mbps.',
      ['number 200 MB/s', 'number 50MB/sec', 'number 10 Mbps'],
    ],
    [
      'a file whose name begins with "file", and no file of one\'s own',
      '`file_packager.py`, `file1.txt`',
      ['file file_packager.py'],
    ],
    ['the upper end of a range', 'It needs 2-6 MB.', ['number 2-6 MB']],
    ['decimals of prose', 'It runs on macOS 10.13.', ['number 10.13']],
    ['a default that comes first', 'Gives the level; 1 is the default. 2 is better.', ['number 1']],
    ['a string that is a number', 'Default: `"300"`', ['number 300']],
    ['defaults of SQL', '```sql\na smallint DEFAULT 10,\n```', ['number 10']],
    ['defaults of calls', '```ts\ncolumn.default(sql`24`)\n```', ['number 24']],
    ['a quantity that is a string', "```sql\ncreated > interval '2 day'\n```", ['number 2 day']],
    ['numbers of comments', '```ts\n// places when `srid` is `4333`\n```', ['number 4333']],
    ['both ends of a range', 'It has 2-6MB in 10-20 pages.', ['number 2-6MB']],
    ['whole versions behind a product', 'It runs on macOS 11, see Section 3.', ['version 11']],
    ['no version in a measure', 'It takes about ~1.8 MB.', ['number ~1.8 MB']],
    [
      'units that are written out within code',
      '```html\n<p>Valid for 10 minutes</p> f(3, m)\n```',
      ['number 10 minutes'],
    ],
    ['codes of errors', 'It fails with TS2307 or status 404.', ['error-code TS2307', 'error-code 404']],
    [
      'labels of an interface',
      'Click **Add key**, then open "Danger zone".',
      ['label Add key', 'label Danger zone'],
    ],
    [
      'names of prose that only code has',
      'Set maxRetries and retry_limit on macOS.',
      ['key maxRetries', 'key retry_limit'],
    ],
    [
      'what is imported',
      "```ts\nimport { defineThing } from '@docent/core'\ndefineThing()\n```",
      ['key defineThing', 'package @docent/core', 'call defineThing'],
    ],
    [
      'nothing that code declares',
      '```ts\nconst thing = 1\nfunction go(other) { return other.then(thing.map(go)) }\n```',
      [],
    ],
    ['nothing that a language has', '```ts\nconsole.log(JSON.stringify(process.argv))\n```', []],
    [
      'nothing that shells have',
      '```sh\nmkdir -p site && cd site\ncurl -X POST https://example.com\n```',
      [],
    ],
    [
      'keys that a comment holds, and no word that begins it',
      '```ts\n// Workaround: cast it\n// WARNING: slow\n// retryLimit: 5\n```',
      ['key retryLimit', 'number 5'],
    ],
    [
      'keys of JSON in a terminal and in a fence without a language',
      '```console\n$ deploy --json\n{ "ExecutedVersion": "a", "status": 1 }\n```\n```\n{\n  "clientIp": a\n}\n```',
      ['flag --json', 'key ExecutedVersion', 'number 1', 'key clientIp'],
    ],
    [
      'keys of dictionaries that are given to a function, and none of one\u2019s own',
      '```python\ndocent.send({"retryLimit": a})\nbody = {"own_field": c}\n```',
      ['call docent.send', 'key retryLimit'],
    ],
    [
      'no fields and variables that Python annotates',
      '```python\nclass Order(Base):\n    unit_price: float\n    parts: list[Part] = []\n\norder.unit_price\n```',
      [],
    ],
    [
      'what Python imports, whatever follows',
      '```python\nfrom docent_core import from_json\n\nfrom docent import Base, Thing\n```\n`docent_core.from_json`',
      ['key from_json', 'key Base', 'key Thing', 'path docent_core.from_json'],
    ],
    [
      'every import of Python, and none of its own modules',
      '```python\nfrom collections.abc import Sized\nfrom docent import (\n    Base,\n    Thing,\n)\nSized(1)\n```',
      ['key Base', 'key Thing'],
    ],
    [
      'nothing that Node.js has',
      "```ts\nimport { readFile } from 'node:fs/promises'\nimport { readThing } from 'docent/fs'\nreadFile('a')\n```",
      ['key readThing'],
    ],
    [
      'exceptions in output, and none that a language has',
      '```text\nDocsIndexError: broken\nModuleNotFoundError: none\nGitHub: ok\n```',
      ['key DocsIndexError'],
    ],
    [
      'types between backticks of a comment',
      '```ts\n// takes `DocsOptions`, and `plain` words\n```',
      ['key DocsOptions'],
    ],
    ['types whose members every language has', '`Contetx.set` and `Array.map`', ['path Contetx.set']],
    ['members that Node.js does not have', '`process.pid`, `process.dip`', ['path process.dip']],
    [
      'members that no function of JavaScript has in a code span, and those of variables by their name',
      '`JSON.strinfigy` and `JSON.parse`, `reqeust.body`, `req.body` and `err.message`',
      ['path JSON.strinfigy', 'path reqeust.body'],
    ],
    [
      'versions behind a joint and between slashes',
      'As before: pre-0.31.0. Use Python 3.9.1/3.8.7. See [it](/notes/1.2.3).',
      ['version 0.31.0', 'version 3.9.1', 'version 3.8.7'],
    ],
    ['a version that is written wrongly', 'Since `v3..54`.', ['version v3..54']],
    ['no placeholders', 'Set `YOUR_API_KEY` in `my-app` to `<token>`.', []],
    ['no plain words of prose', 'The server restarts after a change; e.g. when it fails.', []],
  ])('finds %s', (_what, text, names) => {
    expect(found(text)).toEqual(names)
  })

  test('gives offsets in UTF-16 units', () => {
    const text = '😀 Pass `--force`, 日本語`--port`。'
    for (const { start, end, text: name } of extractNames(text)) expect(text.slice(start, end)).toBe(name)
    expect(extractNames(text)).toHaveLength(2)
  })

  test('joins a flag with its command, and a value with its option', () => {
    const [flag] = extractNames('Run `docent serve --http-only`.')
    expect(flag?.belongsTo).toMatchObject({ text: 'docent serve', keys: ['serve'] })
    const [, number] = extractNames('The default of `http.drainMs` is 30 seconds.')
    expect(number?.belongsTo).toMatchObject({ text: 'http.drainMs', near: true })
  })
})

test('a flag that may be negated many times has few keys', () => {
  const keys: string[] = []
  eachNameKey(`--${'[no-]'.repeat(38)}x`, (key) => keys.push(key))
  eachNameKey(`--${'[no-]-'.repeat(32)}x`, (key) => keys.push(key))
  expect(keys.length).toBeLessThan(100)
})

test.each([
  ['--watch/--no-watch', ['flag --watch', 'flag --no-watch']],
  ['Set DOCENT_A_URL/DOCENT_B_URL.', ['env DOCENT_A_URL', 'env DOCENT_B_URL']],
  ['`--[no-]turbo`', ['flag --[no-]turbo']],
  ['DOCENT\\_TURBO\\_MODE and \\-\\-turbo', ['env DOCENT_TURBO_MODE', 'flag --turbo']],
  ['`docent admin backup`', ['command docent admin', 'command docent admin backup']],
  [
    '```sh\n$ sudo docent queue drain --now\n```',
    ['command docent queue', 'command docent queue drain', 'flag --now'],
  ],
  ['`docent.example.org/x`, `docent.io/sync-order: 1`', ['key docent.io/sync-order', 'number 1']],
  [
    '```yaml\nannotations:\n  docent.io/sync-order: "1"\n```',
    ['key annotations', 'key docent.io/sync-order', 'number 1'],
  ],
  ['`run(send_mail, 1)`', ['call run']],
  ['```py\nclass A(B):\n  def __init__(self):\n    self.add_all = print\n    self.add_all()\n```', []],
  [
    '```yaml\n- run: docent queue drain\n```',
    ['key run', 'command docent queue', 'command docent queue drain'],
  ],
  ['`kubernetes.io/ingress.class`, `github.com/docent`', []],
  ['Send the header `Docent-Key`, or X-Docent-Team.', ['key Docent-Key', 'key X-Docent-Team']],
  ['```sh\ncurl -H "x-docent-key: 1" https://a.example\n```', ['key x-docent-key', 'number 1']],
])('finds in %s what a reader sees', (text, names) => {
  const found = extractNames(text, undefined, { withOwn: true })
  expect(found.map(({ kind, text: name }) => `${kind} ${name}`)).toEqual(names)
})
