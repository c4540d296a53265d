import { CpuBudget, factKey, spaceKeys } from '@docent/content'
import { describe, expect, test } from 'vitest'
import { checkNames, type NameIndex } from './check-names.ts'
import { EvidenceNames } from './evidence-names.ts'

const SERVE =
  'Run `docent serve --http-only`. The option `http.drainMs` is 30000 by default; `DOCENT_URL` is its address.'
const WORK = 'Run `docent work --only jobs`. Leases last 15 seconds: `lease.ms` is 15000.'

function evidence(asked = '') {
  const passages = new EvidenceNames()
  passages.add(1, 'Serve', SERVE)
  passages.add(2, 'Work', WORK)
  const said = new EvidenceNames()
  said.add(0, '', asked)
  return { passages, asked: said, isCited: (passage: number) => passage === 1 }
}

const look: NameIndex = {
  lookUp: async (names) =>
    new Map(names.map((name) => [name, { isKnown: /^(?:--)?drain$/.test(name) || OWN.has(name) }])),
}

/** Name spaces of which the documentation has many other names. */
const OWN = new Set(
  [
    'docent ',
    'docent ca ',
    'docent user ',
    'lease-',
    '-:',
    'serve.',
    'docent.',
    'DOCENT_',
    'EVERY_',
    'c.',
    '/env/',
    '/api/',
    '@docent/',
    'github.com/docent/',
    'from serve',
  ].flatMap(spaceKeys),
)

/** An index without any of the names. */
const nowhere: NameIndex = {
  lookUp: async (names) => new Map(names.map((name) => [name, { isKnown: OWN.has(name) }])),
}

const verdicts = async (text: string, asked?: string) =>
  (await checkNames(text, evidence(asked), look)).names.map(({ text: name, verdict }) => `${verdict} ${name}`)

describe('checkNames', () => {
  test('tells what each name rests on: the strongest counts', async () => {
    const text = 'Use `--http-only` [1], `lease.ms`, `TEAM_SETTING`, `--drain` and `--http-also`.'
    expect(await verdicts(text, 'I have TEAM_SETTING=1')).toEqual([
      'cited --http-only',
      'retrieved lease.ms',
      'asked TEAM_SETTING',
      'indexed --drain',
      'invented --http-also',
    ])
  })

  test('compares whole tokens in their own case', async () => {
    expect(await verdicts('Set `--http`, `DOCENT_URLS`, `Docent_Url` and `drainms`.')).toEqual([
      'invented --http',
      'invented DOCENT_URLS',
      'invented Docent_Url',
      'unchecked drainms',
    ])
  })

  test('names the passage, and suggests the nearest real name within two slips', async () => {
    const { names, counts } = await checkNames('`--htpp-only` and `lease.ms`', evidence(), look)
    expect(names).toEqual([
      {
        text: '--htpp-only',
        kind: 'flag',
        verdict: 'invented',
        start: 1,
        end: 12,
        suggestion: '--http-only',
      },
      { text: 'lease.ms', kind: 'path', verdict: 'retrieved', start: 19, end: 27, passage: 2 },
    ])
    expect(counts).toEqual({
      cited: 0,
      retrieved: 1,
      asked: 0,
      indexed: 0,
      invented: 1,
      unchecked: 0,
      unconfirmed: 0,
    })
  })

  test('takes a number in any of its spellings, and none that the option does not have', async () => {
    expect(await verdicts('`http.drainMs` is 30 seconds.')).toEqual([
      'cited http.drainMs',
      'cited 30 seconds',
    ])
    expect(await verdicts('`http.drainMs` is 45 seconds.')).toEqual([
      'cited http.drainMs',
      'invented 45 seconds',
    ])
    const { names } = await checkNames('`http.drainMs` is 15 seconds.', evidence(), look)
    expect(names[1]).toMatchObject({ verdict: 'retrieved', unconfirmedWith: 'http.drainMs' })
  })

  test('a number that a passage has all over needs to be near nothing', async () => {
    const passages = new EvidenceNames()
    const lines = Array.from({ length: 60 }, (_, at) => `- Upgraded \`package_${at}\` in 4925`)
    passages.add(1, 'Changes', lines.join('\n'))
    const rests = { passages, asked: new EvidenceNames(), isCited: () => true }
    const { counts } = await checkNames('Upgraded `package_59` in 4925', rests, look)
    expect(counts).toMatchObject({ cited: 2, unconfirmed: 0 })
  })

  test('a rate is written in several ways', async () => {
    const passages = new EvidenceNames()
    passages.add(1, 'Rates', 'A client reads 200 MB/s and writes 50 MB per second.')
    const rests = { passages, asked: new EvidenceNames(), isCited: () => true }
    const { names } = await checkNames(
      'It reads 200 MB per second, writes 50 MB/sec, sends 70 MB/s.',
      rests,
      look,
    )
    expect(names.map(({ verdict, text }) => `${verdict} ${text}`)).toEqual([
      'cited 200 MB',
      'cited 50 MB/sec',
      'invented 70 MB/s',
    ])
  })

  test('the unit of a number belongs to the fact', async () => {
    expect(await verdicts('Leases last 15 seconds, 15s, 15000 ms or 15 minutes, 15 hours, 15%.')).toEqual([
      'retrieved 15 seconds',
      'retrieved 15s',
      'retrieved 15000 ms',
      'invented 15 minutes',
      'invented 15 hours',
      'invented 15%',
    ])
    expect(await verdicts('A lease lasts for 15.')).toEqual(['retrieved 15'])
  })

  test.each<[string, string, string, string]>([
    ['proves the unit that its line names', '`ttl` (in seconds): 30', '`ttl` is 30 seconds.', 'cited'],
    [
      'proves no other unit than that of its line',
      '`ttl` (in seconds): 30',
      '`ttl` is 30 minutes.',
      'invented',
    ],
    [
      'has the unit of its column',
      '| Name | Seconds |\n| --- | --- |\n| `ttl` | 30 |',
      '`ttl` is 30 seconds.',
      'cited',
    ],
    [
      'has no other unit than that of its column',
      '| Name | Seconds |\n| --- | --- |\n| `ttl` | 30 |',
      '`ttl` is 30 minutes.',
      'invented',
    ],
    ['proves any unit where none is named', '`ttl` is 30 by default.', '`ttl` is 30 minutes.', 'cited'],
    ['proves no unit that code writes out', '```yaml\nttl: 30\n```', '```yaml\nttl: 30m\n```', 'invented'],
    ['proves no unit of a setting in a span', '```yaml\nttl: 30\n```', 'Set `ttl: 30m`.', 'invented'],
    ['is what code writes with its unit', '`ttl` is 30 minutes.', '```yaml\nttl: 30m\n```', 'cited'],
    ['proves no size that it does not spell', 'The limit is 15000.', 'The limit is 15 MB.', 'invented'],
    [
      'proves no unit where it is no value',
      'It ends after 30 seconds, see page 30.',
      'It ends after 30 minutes.',
      'invented',
    ],
    ['is the lower end of a range', 'It takes 2 to 6 MB.', 'It takes 2-6 MB.', 'cited'],
    ['is not another lower end of a range', 'It takes 2 to 6 MB.', 'It takes 3-6 MB.', 'invented'],
  ])('a number without a unit %s', async (_what, docs, answer, verdict) => {
    const passages = new EvidenceNames()
    passages.add(1, '', docs)
    const all = { passages, asked: new EvidenceNames(), isCited: () => true }
    const { names } = await checkNames(answer, all, look)
    const number = names.find(({ kind }) => kind === 'number')
    expect(number).toMatchObject({ verdict })
    expect(number?.unconfirmedWith).toBeUndefined()
  })

  test('one word that a number shares with its sentence is too few of many', async () => {
    const passages = new EvidenceNames()
    passages.add(
      1,
      '',
      'The cluster pulls changes from the repository every 5 minutes.\n\nReports of the cluster are kept for 6 minutes.',
    )
    const docs = { passages, asked: new EvidenceNames(), isCited: () => true }
    const of = async (text: string) => (await checkNames(text, docs, look)).counts.unconfirmed
    expect(await of('Every cluster pulls the changes of its repository each 5 minutes.')).toBe(0)
    expect(await of('Every cluster pulls the changes of its repository each 6 minutes.')).toBe(1)
  })

  test('names in anchors and addresses of repositories are proved however they are written', async () => {
    const passages = new EvidenceNames()
    passages.add(1, '', 'See [age](/guide#--max-age). Run `git clone https://github.com/docent/core.git`.')
    const docs = { passages, asked: new EvidenceNames(), isCited: () => true }
    const of = async (text: string) =>
      (await checkNames(text, docs, nowhere)).names.map(({ text: name, verdict }) => `${verdict} ${name}`)
    expect(await of('[age](/start#--max-age), [age](/guide#--min-age)')).toEqual([
      'cited --max-age',
      'invented --min-age',
    ])
    expect(await of('`git clone git@github.com:docent/core.git`, https://github.com/docent/core')).toEqual([
      'cited git@github.com:docent/core.git',
      'cited https://github.com/docent/core',
    ])
    expect(await of('`git clone git@github.com:docent/cord.git`')).toEqual([
      'invented git@github.com:docent/cord.git',
    ])
  })

  test('an anchor is proved by its heading in any spelling, and by a link to it', async () => {
    const passages = new EvidenceNames()
    const text =
      '## Set a limit (`max`)\n\nSee [more](/guide#other-option).\n\n### Examples {#more-of-them}\n\n'
    passages.add(1, 'Server\nHow it starts', text)
    const docs = { passages, asked: new EvidenceNames(), isCited: () => true }
    const of = async (answer: string) =>
      (await checkNames(answer, docs, nowhere)).names.map(({ text: name, verdict }) => `${verdict} ${name}`)
    expect(await of('[a](#set-a-limit-max), [b](/x#how-it-starts-1), [c](#more-of-them)')).toEqual([
      'cited set-a-limit-max',
      'cited how-it-starts-1',
      'cited more-of-them',
    ])
    expect(await of('[a](/guide#other-option), [b](/guide#otheroption), [c](/guide#another)')).toEqual([
      'cited other-option',
      'cited otheroption',
      'invented another',
    ])
  })

  test('an import below a package is proved with all that it names', async () => {
    const passages = new EvidenceNames()
    passages.add(1, '', "```ts\nimport { go } from '@docent/core/wasi/0.2.6/go'\n```")
    const docs = { passages, asked: new EvidenceNames(), isCited: () => true }
    const of = async (path: string) =>
      (await checkNames(`\`${path}\``, docs, nowhere)).names.map(({ verdict }) => verdict)
    expect(await of('@docent/core')).toEqual(['cited'])
    expect(await of('@docent/core/go')).toEqual(['cited'])
    expect(await of('@docent/core/wasi/0.2.7/go')).toEqual(['invented'])
  })

  test('a flag of another command exists, and is not confirmed', async () => {
    const { names, counts } = await checkNames('Run `docent work --http-only`.', evidence(), look)
    expect(names.filter(({ kind }) => kind === 'flag')).toMatchObject([
      { verdict: 'cited', unconfirmedWith: 'docent work' },
    ])
    expect(counts.unconfirmed).toBe(1)
  })

  test('leaves out what is cited when there are more than 200 names', async () => {
    const many = Array.from({ length: 201 }, () => '`--http-only`').join(' ')
    const { names, counts } = await checkNames(`${many} \`--nothing\``, evidence(), look)
    expect(names.map(({ text }) => text)).toEqual(['--nothing'])
    expect(counts.cited).toBe(201)
  })

  test('wants a number of prose where the evidence speaks of the same', async () => {
    const passages = new EvidenceNames()
    passages.add(
      1,
      'Server',
      'The idle timeout is 30 s.\n\nAn upload without progress has a timeout of 60 s.',
    )
    const said = { passages, asked: new EvidenceNames(), isCited: () => true }
    const unconfirmed = async (text: string) =>
      (await checkNames(text, said, look)).names.map(({ unconfirmedWith }) => unconfirmedWith)
    expect(await unconfirmed('The idle timeout is 30 s.')).toEqual([undefined])
    expect(await unconfirmed('The idle timeout is 60 s.')).toEqual(['timeout'])
  })

  test('asks the index about what nothing else has, and about nothing when all is proved', async () => {
    const asked: (readonly string[])[] = []
    const spy: NameIndex['lookUp'] = async (names) => {
      asked.push(names)
      return new Map()
    }
    await checkNames('`--http-only`', evidence(), { lookUp: spy })
    expect(asked).toEqual([])
    await checkNames('`--http-only` and `--other`', evidence(), { lookUp: spy })
    expect(asked).toEqual([['--other', '--no-other']])
  })

  test('asks the index about every name at once', async () => {
    const text = Array.from({ length: 80 }, (_, at) => `\`--flag-${at}x\``).join(' ')
    const questions: (readonly string[])[] = []
    const everything: NameIndex['lookUp'] = async (names) => {
      questions.push(names)
      return new Map(names.map((name) => [name, { isKnown: true }]))
    }
    const { names, counts } = await checkNames(text, evidence(), { lookUp: everything })
    expect(questions).toHaveLength(1)
    expect(questions[0]?.length).toBe(160)
    expect(counts.invented).toBe(0)
    expect(names.every(({ verdict }) => verdict === 'indexed')).toBe(true)
    expect((await checkNames(text, evidence(), nowhere)).counts.invented).toBe(80)
    const { names: unasked } = await checkNames(text, evidence(), { lookUp: async () => new Map() })
    expect(unasked.every(({ verdict }) => verdict === 'unchecked')).toBe(true)
  })

  test('a value of another page counts where it stands beside its option, or beside its words', async () => {
    const pages = 'The `lease.maxMs` is 90 seconds.\n\nBackups of the store are kept for 14 days.'
    const facts = [
      factKey('', 'time:90000'),
      factKey('lease.maxMs', 'time:90000'),
      factKey('', 'time:1209600000'),
    ]
    const index: NameIndex = {
      lookUp: async (names) => new Map(names.map((name) => [name, { isKnown: facts.includes(name) }])),
      find: async () => [{ above: 'Limits', content: pages }],
    }
    const of = async (text: string) =>
      (await checkNames(text, evidence(), index)).names
        .filter(({ kind }) => kind === 'number')
        .map(({ verdict, unconfirmedWith }) => `${verdict} ${unconfirmedWith ?? ''}`)
    expect(await of('`lease.maxMs` is 90 seconds.')).toEqual(['indexed '])
    expect(await of('`lease.minMs` is 90 seconds.')).toEqual(['indexed lease.minMs'])
    expect(await of('Every backup of a store is kept 14 days.')).toEqual(['indexed '])
    expect(await of('A session of the browser lasts 14 days.')).toEqual(['indexed lasts'])
    expect(await of('Every backup of a store is kept 15 days.')).toEqual(['invented '])
  })

  test('stops when its budget is spent, and says where', async () => {
    const clock = { now: 0 }
    const budget = new CpuBudget(1, () => clock.now++)
    const { names, uncheckedFrom } = await checkNames('`--nope` '.repeat(2_000), evidence(), {
      ...nowhere,
      budget,
    })
    expect(names.length).toBeLessThan(2_000)
    expect(uncheckedFrom).toBeGreaterThan(0)
    expect(names.every(({ end }) => end <= (uncheckedFrom ?? 0))).toBe(true)
  })

  test('a number that belongs to no option must be said of the same thing', async () => {
    const passages = new EvidenceNames()
    passages.add(
      1,
      '',
      'Backups are kept for 14 days.\n\nA session ends after 90 minutes.\n\nPort 8443 is open.',
    )
    const docs = { passages, asked: new EvidenceNames(), isCited: () => true }
    const of = async (text: string) =>
      (await checkNames(text, docs, look)).names.map(
        ({ text: name, verdict, unconfirmedWith }) => `${verdict} ${name} ${unconfirmedWith ?? ''}`,
      )
    expect(await of('Docent keeps each backup for 14 days.')).toEqual(['cited 14 days '])
    expect(await of('Every session ends after 14 days.')).toEqual(['cited 14 days ends'])
    expect(await of('It listens on port 8443, not on 9443.')).toEqual(['cited 8443 ', 'invented 9443 '])
    expect(await of('Die Sitzung endet nach 14 days und bleibt offen.')).toEqual(['cited 14 days '])
    expect(await of('It has 3 parts since 2024:\n\n12. last one')).toEqual([])
  })

  test.each([
    ['The default is:\n\n', ''],
    ['', ' // the maximum'],
  ])(
    'a value of code that the text tells belongs to its option where the documentation has that: %j %j',
    async (said, comment) => {
      const code = (value: number) =>
        `${said}\`\`\`ts\nconst drainMs = ${value}${comment}\nconst mine = 77${comment}\n\`\`\``
      const passages = new EvidenceNames()
      passages.add(1, '', 'drainMs: 500\n\nother: 900')
      const docs = { passages, asked: new EvidenceNames(), isCited: () => true }
      expect((await checkNames(code(500), docs, look)).counts.unconfirmed).toBe(0)
      expect((await checkNames(code(900), docs, look)).names).toMatchObject([{ unconfirmedWith: 'drainMs' }])
      expect((await checkNames(code(901), docs, look)).names).toMatchObject([{ verdict: 'invented' }])
    },
  )

  test.each<[string, string, string[]]>([
    ['a value that code gives to an option', '```yaml\ndrainMs: 900\n```', []],
    ['a value in a command', 'Run `docent serve --drain 45s`.', ['--drain']],
    ['and not a value that the text explains', '`drainMs: 900` means to wait for all.', ['900']],
    ['files of the reader', '```sh\ndocent serve --drain /srv/shop/site.db\n```', ['--drain']],
    ['and not a file that the text tells', 'Edit `/etc/docent/site.db`.', ['/etc/docent/site.db']],
    ['variables of others', '```sh\nSHOP_DB_HOST=db docent serve\n```', []],
    ['and not those of the product', '`DOCENT_HOST`, `EVERY_HOUR`', ['DOCENT_HOST', 'EVERY_HOUR']],
    ['a variable that code sets and reads', '```sh\nDOCENT_MINE=1\necho "$DOCENT_MINE"\n```', []],
    ['a helper of the code', '```ts\nconst all = await loadRows(1)\n```', []],
    ['and not one that the text tells', '```ts\nuseRows(1)\n```\n\nCall `useRows`.', ['useRows', 'useRows']],
    ['an object of others', '```ts\nmetrics.observe(1)\n```', []],
    ['and not one of the product', '```ts\ndocent.observe(1)\n```', ['docent.observe']],
    [
      'names below a map',
      '```yaml\nserve:\n  env:\n    mine:\n      nor_mine: a\n  notMine: b\n```',
      ['nor_mine', 'notMine'],
    ],
    ['a map with keys of the reader alone', '```yaml\nserve:\n  hookAt: a\n  tryCount: 3\n```', []],
    ['and not a single key', '```yaml\nserve:\n  hookAt: a\n```', ['hookAt']],
    ['an address that a setting has', '```yaml\nserve: https://auth.example.com/realms/staff\n```', []],
    [
      'and not one that a command asks',
      '```sh\ncurl https://docent.example.com/api/staff\n```',
      ['https://docent.example.com/api/staff'],
    ],
    ['a variable that a script reads', '```ts\nserve(process.env.SHOP_DB)\n```', []],
    ['and not one of the product', '```ts\nserve(process.env.DOCENT_DB)\n```', ['DOCENT_DB']],
    ['a route that the code serves', "```ts\nconst at = ['orders']\n```\n\nOpen `/v2/orders/42`.", []],
    ['a route of others', 'It answers `/orders/42`.', []],
    ['and not one of the product', 'It answers `/env/orders`.', ['/env/orders']],
    ['a header that the code names', "`{ serve: 'X-Shop' }` reads `X-Shop`.", []],
    ['a file beside one of the code', '```sh\nserve /srv/a.db\n```\n\nBeside it is `/srv/a.db-wal`.', []],
    ['the end of a tag', 'Take the tag that ends in `-slim`.', []],
    ['a number that the code proposes', '`docent --id 77` starts the one with id 77.', ['--id']],
    ['and not as a default', '`docent --id 77` starts one. 77 is the default.', ['--id', '77']],
    [
      'names of another library',
      "```ts\nimport { createPool } from 'ham-pool'\nconst pool = createPool({ idleCloseMs: 1 })\nawait pool.drainAll()\n```\n\nSo `pool.drainAll()` ends it.",
      [],
    ],
    [
      'and not those of the product',
      "```ts\nimport { start } from 'serve'\nconst pool = start({ drainMs: 2, idleCloseMs: 1 })\nawait pool.drainAll()\n```",
      ['idleCloseMs', 'pool.drainAll'],
    ],
    ["what the reader's own file exports", "```ts\nimport { isGuest } from './guests'\n```", []],
    ['a flag of another program', 'Run `kill -HUP 7` or `htpass -nBC 10 ann`.', []],
    ['a map in one line', '```json\n{ "env": { "rack": "b12" } }\n```', []],
    [
      'a key that the code defines',
      '```ts\nmake({ needsRole: (role: string) => 1 })\nmake({ needsRole: 1 })\n```',
      [],
    ],
    ['a parameter of a route', "```ts\nserve('/rooms/:room')\n```\n\nRead `env.room`.", []],
    ['a file in a folder of the code', "```ts\nserve({ env: 'dist/web' })\n```\n\nSee `dist/web/a.svg`.", []],
    ['a calculation', 'It is:\n\n```\n30 * 86400 * 150000\n```\n\nSo 150000 a day.', []],
    [
      'a value below a sentence that tells the default',
      'It is 500 by default:\n\n```yaml\ndrainMs: 900\n```',
      [],
    ],
    ['an address that a script calls', "```ts\nserve('https://shop.example.com/env/carts')\n```", []],
    ['a key of code that is called default', 'Use `serve({ default: { drainMs: 7 } })`.', []],
    ['a status of HTTP', 'It throws `docent.start`, a NotFoundException, so clients see 404.', []],
    ['a key that the code reads', '```ts\nmake({ noBatch: true }, (one) => one.noBatch)\n```', []],
    ['a single key that it gives away', '```ts\nserve({ noBatch: true })\n```', []],
    ['and not one beside a real one', '```ts\nserve({ drainMs: 1, noBatch: true })\n```', ['noBatch']],
    ['nor beside one that another function takes', '```ts\nmake({ drainMs: 1, noBatch: true })\n```', []],
  ])('needs no proof of what only illustrates: %s', async (_what, answer, names) => {
    const passages = new EvidenceNames()
    passages.add(
      1,
      '',
      'drainMs: 500, serve, env, `/env/mode`\n\n`DOCENT_URL`, `docent.start`, `Cron.EVERY_DAY`\n\nother.x: 900',
    )
    const docs = { passages, asked: new EvidenceNames(), isCited: () => true }
    const alarms = (await checkNames(answer, docs, nowhere)).names.filter(
      ({ verdict, unconfirmedWith }) => verdict === 'invented' || unconfirmedWith !== undefined,
    )
    expect(alarms.map(({ text }) => text)).toEqual(names)
  })

  test('a number is the default that the documentation tells of its option, and no other number beside it', async () => {
    const passages = new EvidenceNames()
    passages.add(
      1,
      '',
      '`retries` (default 3): up to 8 attempts.\n\n`wait` is 5 or 9 seconds.\n\n- `ttl`: 60s by default, 90s at most\n- `maxTries`: 4 by default, 6 at most',
    )
    const docs = { passages, asked: new EvidenceNames(), isCited: () => true }
    const of = async (text: string) =>
      (await checkNames(text, docs, nowhere)).names
        .filter(({ kind }) => kind === 'number')
        .map(({ text: name, unconfirmedWith = '' }) => `${name} ${unconfirmedWith}`)
    expect(await of('By default, `retries` is 3.')).toEqual(['3 '])
    expect(await of('By default, `retries` is 8.')).toEqual(['8 retries'])
    expect(await of('Set `retries` as you like. The default is 8.')).toEqual(['8 retries'])
    expect(await of('| Option | Default |\n| --- | --- |\n| `ttl` | 90s |')).toEqual(['90s ttl'])
    expect(await of('6 times, unless you set `maxTries`.')).toEqual(['6 maxTries'])
    expect(await of('`retries` does it. Both are 8 unless you set them.')).toEqual(['8 retries'])
    expect(await of('`ttl` may be 90 seconds.')).toEqual(['90 seconds '])
    // Of this one, the documentation tells no default in these words.
    expect(await of('`wait` is 9 seconds by default.')).toEqual(['9 seconds '])
  })

  test('a flag that a passage tells of without a command belongs to every command', async () => {
    const passages = new EvidenceNames()
    passages.add(1, 'Options\n--limit RATE', 'Sets the rate.')
    passages.add(2, 'docent work', 'Takes `--http-only`.')
    passages.add(3, 'docent serve', 'Serves.')
    const docs = { passages, asked: new EvidenceNames(), isCited: () => true }
    const of = async (text: string) =>
      (await checkNames(text, docs, nowhere)).names.flatMap(({ unconfirmedWith = [] }) => unconfirmedWith)
    expect(await of('`docent serve --limit 1`')).toEqual([])
    expect(await of('`docent serve --http-only`')).toEqual(['docent serve'])
  })

  test('a small number that a sentence states, and the code of an exit, must be the one of the documentation', async () => {
    const passages = new EvidenceNames()
    passages.add(
      1,
      'Backup',
      'The level is 6.\n\nIt exits with code 3 if a file is locked.\n\nIt keeps 7 copies.',
    )
    const docs = { passages, asked: new EvidenceNames(), isCited: () => true }
    const of = async (text: string) =>
      (await checkNames(text, docs, nowhere)).names.map(
        ({ text: name, verdict, unconfirmedWith = '' }) => `${verdict} ${name} ${unconfirmedWith}`,
      )
    expect(await of('Small files stay as they are, and the level is 6.')).toEqual(['cited 6 '])
    expect(await of('Small files stay as they are, and the level is 7.')).toEqual(['cited 7 level'])
    expect(await of('If `pg_dump` fails, it exits with code 3.')).toContain('cited 3 ')
    expect(await of('If `pg_dump` fails, it exits with code 7.')).toContain('cited 7 exit')
  })

  test('a word is the default that a table has, and no other', async () => {
    const passages = new EvidenceNames()
    passages.add(
      1,
      '',
      '| Option | Default | About |\n| --- | --- | --- |\n| `mode` | `fast` | slow or fast |\n',
    )
    const docs = { passages, asked: new EvidenceNames(), isCited: () => true }
    const of = async (text: string) =>
      (await checkNames(text, docs, nowhere)).names
        .filter(({ kind }) => kind === 'value')
        .map(({ verdict, text: name }) => `${verdict} ${name}`)
    expect(await of('`mode` is `fast` by default.')).toEqual(['cited fast'])
    expect(await of('`mode` is `slow` by default.')).toEqual(['invented slow'])
    expect(await of('| Name | Default |\n| --- | --- |\n| `mode` | slow |')).toEqual(['invented slow'])
  })

  test('a member of what the answer declares is proved where the documentation has members of that name', async () => {
    const passages = new EvidenceNames()
    passages.add(1, 'Handlers', 'The error is in `c.lastError`. Set it with `app.onFail`.')
    const docs = { passages, asked: new EvidenceNames(), isCited: () => true }
    const of = async (text: string) =>
      (await checkNames(text, docs, nowhere)).names.map(({ text: name, verdict }) => `${verdict} ${name}`)
    const code = '```ts\nconst handler = (c) => c.lastError\nconst order = await fetch(1)\n```\n'
    expect(await of(`${code}The error is in \`c.lastError\`.`)).toEqual([
      'cited c.lastError',
      'cited c.lastError',
    ])
    expect(await of(`${code}The error is in \`c.lastErrors\`.`)).toEqual([
      'cited c.lastError',
      'invented c.lastErrors',
    ])
    // Of a variable that the documentation does not have.
    expect(await of(`${code}It reads \`order.unitPrice\`.`)).toEqual([
      'cited c.lastError',
      'unchecked order.unitPrice',
    ])
  })

  test.each<[string, string, string]>([
    ['a flag of a command', '`docent serve --nope`', 'invented --nope'],
    ['and one of another', '`certbot renew --nope`', 'unchecked --nope'],
    ['and one behind two dashes', '`docent serve -- certbot --nope`', 'unchecked --nope'],
    ['a variable', '`DOCENT_NOPE`', 'invented DOCENT_NOPE'],
    ['and one of another prefix', '`CERTBOT_NOPE`', 'unchecked CERTBOT_NOPE'],
    ['and one that begins with a real one', '`LEASE_MS_NOPE`', 'invented LEASE_MS_NOPE'],
    ['a member', '`docent.nope`', 'invented docent.nope'],
    ['and one of another object', '`certbot.nope`', 'unchecked certbot.nope'],
    ['an address', 'https://github.com/docent/nope', 'invented https://github.com/docent/nope'],
    ['and one of another host', 'https://certbot.eff.org/nope', 'unchecked https://certbot.eff.org/nope'],
    ['a path', '`/env/nope`', 'invented /env/nope'],
    ['and one of another folder', '`/cert/nope`', 'unchecked /cert/nope'],
    ['an import', "```ts\nimport { nope } from 'serve'\n```", 'invented nope'],
    ['and one of another module', "```ts\nimport { nope } from 'certbot'\n```", 'unchecked nope'],
    ['a parameter', '```python\nfrom serve import run\nrun(nope=1)\n```', 'invented nope'],
    ['and one of another function', '```python\nfrom certbot import run\nrun(nope=1)\n```', 'unchecked nope'],
    [
      'a parameter on a line of its own',
      '```py\nfrom serve import run\nrun(\n  nope=1,\n)\n```',
      'invented nope',
    ],
    [
      'a member of what a documented class made',
      '```py\nclient = TestClient(app)\nclient.nope()\n```',
      'invented client.nope',
    ],
    ['and of another class', '```py\nclient = CertClient(app)\nclient.nope()\n```', 'unchecked client.nope'],
    [
      'a name in place of an import that nothing uses',
      '```py\nfrom serve import JsonReply\n\nshow(JsonNope(1))\n```',
      'invented JsonNope',
    ],
    [
      'and one that has no word of it',
      '```py\nfrom serve import JsonReply\n\nshow(OtherNope(1))\n```',
      'unchecked OtherNope',
    ],
    [
      'and one beside an import that is used',
      '```py\nfrom serve import JsonReply\n\nshow(JsonNope(JsonReply()))\n```',
      'unchecked JsonNope',
    ],
    [
      'a name like a real one in the module of others',
      '```py\nimport certbot\ncertbot.run(drain_ms=1)\n```',
      'unchecked drain_ms',
    ],
    ['and one behind a word that may be anybody’s', '`docent user nope`', 'invented docent user nope'],
    ['a decorator', '```py\nimport serve\n\n@serve.nope()\ndef run(): ...\n```', 'invented @serve.nope'],
    [
      'and no class that the documentation names without its module',
      '```py\nimport serve\nserve.TestClient(1)\n```',
      'cited serve.TestClient',
    ],
    ['a member of a module', '```py\nimport serve\nserve.nope(1)\n```', 'invented serve.nope'],
    ['a parameter of its class', '```py\nimport serve\nserve.Client(nope={"a": 1})\n```', 'invented nope'],
    ['an option with dashes that begins as others do', 'Set `lease-nope`.', 'invented lease-nope'],
    ['and one that begins otherwise', 'Set `cert-nope`.', 'unchecked cert-nope'],
    ['a setting with dashes', 'Set `cert-nope: true`.', 'invented cert-nope'],
    ['a subcommand behind a short one', '`docent ca nope`', 'invented docent ca nope'],
    [
      'a command that a configuration runs',
      '```ini\nExecStart=/usr/bin/docent nope --now\n```',
      'invented docent nope',
    ],
    ['a word among real ones', 'Types are `run`, `serve` (fast), and `nopes`.', 'invented nopes'],
    ['and one among the reader’s own', 'Stages are `run`, `first`, and `nopes`.', 'unchecked nopes'],
    ['a word that only code has', '`maxNope`', 'invented maxNope'],
    ['and one of every text', '`nope`', 'unchecked nope'],
    [
      'a program that the answer calls',
      '```sh\npg_nope now\n```\n\nThen `pg_nope` ends.',
      'unchecked pg_nope',
    ],
    [
      'a key of a format of others',
      '```yaml\non: push\njobs:\n  a:\n    timeout-nope: 1\n```',
      'unchecked timeout-nope',
    ],
  ])('is invented in a name space of the documentation alone: %s', async (_what, answer, verdict) => {
    const passages = new EvidenceNames()
    passages.add(1, '', 'run, serve, drainMs: 5, `LEASE_MS`, `TestClient`')
    const docs = { passages, asked: new EvidenceNames(), isCited: () => true }
    const { names } = await checkNames(answer, docs, nowhere)
    expect(names.map(({ text, verdict: found }) => `${found} ${text}`)).toContain(verdict)
  })
})
