import { describe, expect, test } from 'vitest'
import { ask } from '../../test/ask.ts'
import type { HandbookPassage } from '../../test/handbook.ts'

const passage = (path: string, headings: string[], content: string): HandbookPassage => ({
  path,
  title: headings[0] ?? '',
  headings,
  content,
})
const none = { tools: {} }

describe('which section answers', () => {
  test('is the one of the product that the question names, by the path of its page', async () => {
    const of = (folder: string) =>
      passage(`/${folder}/tables`, ['Tables', 'Indexes'], `Add an index with ${folder}Index().`)
    const passages = [of('mysql'), of('sqlite'), of('pg')]
    const { text } = await ask('How do I add an index in Postgres?', { passages, ...none })
    expect(text).toContain('pgIndex()')
    expect(text).not.toContain('mysqlIndex()')
  })

  test('is a section within a passage of several', async () => {
    const content =
      'Rows are kept.\n\n## Reset rows\n\nRun reset.\n\n## Count rows\n\nUse the count function.'
    const { text } = await ask('How do I count rows?', {
      passages: [passage('/rows', ['Rows'], content)],
      ...none,
    })
    expect(text).toContain('Use the count function.')
    expect(text).not.toContain('Run reset.')
  })

  test('is the one that speaks of leaving out, where the question does', async () => {
    const passages = [
      passage('/walls', ['Walls', 'Paint'], 'Walls are painted white.'),
      passage('/fill', ['Builds', 'Warm'], 'A build fills the cache while it runs.'),
      passage('/fresh', ['Builds', 'Fresh'], 'A build runs without the cache by `--fresh`.'),
    ]
    const first = async (question: string) =>
      /› (\w+)/.exec((await ask(question, { passages, ...none })).text)?.[1]
    expect(await first('How does a build run without the cache?')).toBe('Fresh')
    expect(await first('How does a build run with the cache?')).toBe('Warm')
  })

  test('is shown beside the next topics where none is sure', async () => {
    const passages = ['Tides', 'Winds', 'Stars', 'Moons'].map((title) =>
      passage(`/${title.toLowerCase()}`, [title, 'Charts'], `${title} are drawn on charts in the tower.`),
    )
    const { text } = await ask('Which winter colours do charts in the tower have?', { passages, ...none })
    expect(text).toMatch(/^The documentation may not answer this/)
    expect(text.match(/are drawn on charts/g)).toHaveLength(3)
  })

  test('is quoted once where products have the same section', async () => {
    const passages = ['a', 'b', 'c'].map((each) =>
      passage(`/${each}/seed`, ['Seed', 'Usage'], `Seed the store by the seeder of ${each}.`),
    )
    const { text } = await ask('How do I seed the store?', { passages, ...none })
    expect(text.match(/by the seeder of/g)).toHaveLength(1)
  })

  test('is not one that only mentions the words, on a page found later', async () => {
    const passages = [
      passage('/basics', ['Basics'], 'A lantern burns oil. It hangs on a wall.'),
      passage('/signals', ['Signals', 'Bells'], 'Sailors rang bells near the port where lamps were filled.'),
    ]
    const { text } = await ask('Which port do the lamps listen on, and which bells?', { passages, ...none })
    expect(text).not.toMatch(/^Here is what the documentation says/)
    const { text: about } = await ask('Which bells does a port have?', {
      passages: [
        passage('/basics', ['Basics'], 'A lantern burns oil.'),
        passage('/ports', ['Port bells'], 'A port has two bells.'),
      ],
      ...none,
    })
    expect(about).toContain('A port has two bells.')
  })

  test('is the one whose heading is the question, also where all of it is the name of the product', async () => {
    const passages = [
      passage(
        '/upgrade',
        ['Upgrade to SailKit 2'],
        'SailKit 2 is mostly seamless. SailKit needs Node.js 24.',
      ),
      passage('/intro', ['Introduction', 'What is SailKit?'], 'It is a framework for boats.'),
    ]
    const { text } = await ask('What is SailKit?', { passages, ...none })
    expect(text).toContain('It is a framework for boats.')
    expect(text).not.toContain('mostly seamless')
  })

  test('is the one whose heading is the question, before a page that is called after half of it', async () => {
    const passages = [
      passage(
        '/ports',
        ['Ports'],
        'A port is an interface. Change a port by a plugin: each change of a port needs one.',
      ),
      passage('/faq', ['Questions', 'How do I change the port?'], 'Set `PORT` before the start.'),
    ]
    const { text } = await ask('How do I change the port?', { passages, ...none })
    expect(text).toMatch(
      /^Here is what the documentation says:\n\n\*\*Questions › How do I change the port\?\*\*/,
    )
    expect(text).not.toContain('interface')
  })

  test('is one that has the names of the question, also for want of an answer', async () => {
    const passages = [
      passage('/lamps', ['Lamps'], 'Generally speaking, nobody can see a lamp.'),
      passage('/radio', ['Radio'], 'Zigbee is one of three radios.'),
    ]
    const { text } = await ask('Does a lamp speak Zigbee?', { passages, ...none })
    expect(text).not.toContain('Generally speaking')
  })

  test('is no old release while there is a page of the present', async () => {
    const passages = [
      passage('/releases/v1', ['v1 release'], 'Backups can be scheduled hourly.'),
      passage('/guides/backups', ['Backups'], 'Backups can be scheduled daily.'),
    ]
    const { text } = await ask('How can backups be scheduled?', { passages, ...none })
    expect(text.indexOf('daily')).toBeLessThan(text.includes('hourly') ? text.indexOf('hourly') : text.length)
  })

  test('is nothing when what has a name in the question is nowhere', async () => {
    const passages = [passage('/import', ['Import'], 'Import pages from a folder of files.')]
    const { text } = await ask('How do I import pages from Confluence?', { passages, ...none })
    expect(text).toMatch(/^The documentation does not say\. Nearest to it is what it says about “Import”/)
  })

  test('is nothing when a name of several words is nowhere as a whole, or an everyday word is a name', async () => {
    const platforms = 'The app runs on Apple computers. Watch the files with the watch command.'
    const apple = await ask('Does the app run on an Apple Watch?', {
      passages: [passage('/platforms', ['Platforms'], platforms)],
      ...none,
    })
    expect(apple.text).not.toMatch(/^Here is what/)
    const backend = 'Write the backend in Rust. Then go on with the frontend.'
    const go = await ask('Can I write the backend in Go?', {
      passages: [passage('/backend', ['Write the backend'], backend)],
      ...none,
    })
    expect(go.text).not.toMatch(/^Here is what/)
  })

  test('says nothing by the name of the product, which the home page has when the project is named "docs"', async () => {
    const system = 'You are the documentation assistant of "docs".'
    const letters = passage('/letters', ['Quill letters'], 'Print letters of Quill on paper.')
    const home = passage('/', ['Welcome to Quill'], 'Send letters by post.')
    const question = 'How do I print Quill letters underwater?'
    const { text } = await ask(question, { passages: [letters, home], system, ...none })
    expect(text).not.toMatch(/^Here is what/)
  })

  test('is one that has the noun of the question and another verb', async () => {
    const mqtt = passage('/mqtt', ['MQTT'], 'The server has an MQTT listener. It takes version 3.1.1.')
    const { text } = await ask('Does it speak MQTT?', { passages: [mqtt], ...none })
    expect(text).toContain('The server has an MQTT listener.')
    expect(text).toMatch(/^Here is what/)
  })

  test('may say it in two sentences that follow each other', async () => {
    const content = 'Responses are encoded. A typical use for encoding is compression.'
    const { text } = await ask('Is there a way to compress responses?', {
      passages: [
        passage('/encode', ['encode'], content),
        passage('/x', ['Intercept'], 'Responses are held.'),
      ],
      ...none,
    })
    expect(text).toContain('A typical use for encoding is compression.')
  })

  test('stands below its whole heading, with the marks of a placeholder in it', async () => {
    const { text } = await ask('What does the filter since do?', {
      passages: [
        passage('/filter', ['Filtering', '--filter [<since>]'], 'The filter since selects what changed.'),
      ],
      ...none,
    })
    expect(text).toContain('**Filtering › --filter [<since>]**')
  })

  test('is no list of what its page is about', async () => {
    const content = 'What is kept, and how to back it up.\n\nBackups are kept for a week.'
    const { text } = await ask('How long are backups kept?', {
      passages: [passage('/data', ['Backups'], content)],
      ...none,
    })
    expect(text).toContain('for a week')
    expect(text).not.toContain('What is kept')
  })

  test('takes a name of several words for one thing', async () => {
    const passages = [
      passage('/git', ['Git'], 'Deploy with git hooks. The hub of git is local.'),
      passage('/ci', ['Actions'], 'GitHub deploys with its actions.'),
    ]
    const { text } = await ask('How do I deploy with GitHub?', { passages, ...none })
    expect(text).toContain('GitHub deploys')
    expect(text).not.toContain('hooks')
  })

  test('is found by plural and singular alike', async () => {
    const passages = [passage('/keys', ['Foreign keys'], 'References are declared with references().')]
    const { text } = await ask('How do I declare a foreign key?', { passages, ...none })
    expect(text).toContain('references()')
  })
})

describe('what is quoted of it', () => {
  test('steps are whole, with the sentence that leads to them', async () => {
    const content = 'To add a domain:\n\n1. Open the settings.\n2. Enter the domain.\n3. Wait.'
    const { text } = await ask('How do I add a domain?', {
      passages: [passage('/d', ['Domains'], content)],
      ...none,
    })
    expect(text).toContain('To add a domain:\n\n1. Open the settings.\n2. Enter the domain.\n3. Wait.')
  })

  test('is no item that only leads elsewhere', async () => {
    const content = '- Deploy basics - [read here](/basics)\n\nDeploy with `ship`.'
    const { text } = await ask('How do I deploy?', {
      passages: [passage('/d', ['Deploy'], content)],
      ...none,
    })
    expect(text).toContain('Deploy with `ship`.')
    expect(text).not.toContain('read here')
  })

  test('is code with the sentence before it', async () => {
    const content = 'Keys open doors.\n\nThen revoke:\n\n```sh\nkeys revoke\n```'
    const { text } = await ask('How do I revoke keys?', {
      passages: [passage('/k', ['Keys'], content)],
      ...none,
    })
    expect(text).toContain('Then revoke:\n\n```sh\nkeys revoke\n```')
  })

  test('is the time where one is asked for', async () => {
    const content = 'Sessions are checked. Sessions of visitors are secure. A session lasts 30 minutes.'
    const { text } = await ask('How long does a session last?', {
      passages: [passage('/s', ['Access'], content)],
      ...none,
    })
    expect(text).toContain('30 minutes')
  })

  test('is the definition alone for what something is', async () => {
    const passages = [
      passage('/concepts', ['Concepts', 'Leases'], 'A lease is the right to run a job.'),
      passage('/api', ['API', 'Leases'], 'Leases are listed by the API.'),
    ]
    const { text } = await ask('What is a lease?', { passages, ...none })
    expect(text).toContain('A lease is the right to run a job.')
    expect(text).not.toContain('listed')
  })

  test('has no shortcodes and reference links in it', async () => {
    const content = 'Mail is sent {{% alert title="Hint" %}} by the [mailer][mailer-docs]. {{% /alert %}}'
    const { text } = await ask('How is mail sent?', { passages: [passage('/m', ['Mail'], content)], ...none })
    expect(text).toContain('Mail is sent by the mailer.')
    expect(text).not.toContain('{{')
  })
})

describe('a question that compares', () => {
  const push = passage('/push', ['ship push'], 'Push writes to the server at once. It is fast.')
  const migrate = passage('/migrate', ['ship migrate'], 'Migrate applies files in their order. It is safe.')

  test.each([
    'What is the difference between push and migrate?',
    'push or migrate, what is the difference?',
    'push vs migrate',
    'Should I use push or migrate?',
  ])('has a quote for each side: %s', async (question) => {
    const { text } = await ask(question, { passages: [push, migrate], ...none })
    expect(text).toContain('Push writes to the server at once.')
    expect(text).toContain('Migrate applies files in their order.')
    expect(text).toMatch(/\[1\][\s\S]*\[2\]/)
  })

  test('searches for the side that nothing was found for', async () => {
    const { calls } = await ask('push vs migrate', { passages: [push] })
    expect(calls).toEqual([expect.objectContaining({ toolName: 'search', input: { query: 'migrate' } })])
  })
})

describe('before it answers', () => {
  test('it reads the page when the best section does not show how', async () => {
    const whole = 'Upserts are easy.\n\n## Usage\n\nUpsert like this:\n\n```ts\nupsert()\n```'
    const { text, calls } = await ask('How do I upsert?', {
      passages: [passage('/upsert', ['Upsert'], 'Upserts are easy.')],
      tools: {
        search: () => ({ type: 'search', results: [] }),
        read_page: () => ({ type: 'page', number: 7, path: '/upsert', title: 'Upsert', content: whole }),
      },
    })
    expect(calls.map(({ toolName, input }) => ({ toolName, input }))).toContainEqual({
      toolName: 'read_page',
      input: { path: '/upsert' },
    })
    expect(text).toContain('```ts\nupsert()\n```')
  })

  test('it searches for nothing else: what was retrieved is the best that there is', async () => {
    const passages = [passage('/pg/tables', ['Tables', 'Foreign keys'], 'Foreign keys relate tables.')]
    expect((await ask('What are foreign keys in Postgres?', { passages })).calls).toEqual([])
    expect((await ask('How would I go about erasing old deployments?', { passages: [] })).calls).toEqual([])
  })
})

describe('other languages', () => {
  const cases: [
    language: string,
    question: string,
    passage: HandbookPassage,
    intro: string,
    quote: string,
  ][] = [
    [
      'German',
      'Wie widerrufe ich einen Schlüssel?',
      passage(
        '/de/keys',
        ['Schlüssel', 'Schlüssel widerrufen'],
        'Ein Schlüssel wird in den Einstellungen widerrufen. Danach gilt er nicht mehr.',
      ),
      'Das sagt die Dokumentation:',
      'Ein Schlüssel wird in den Einstellungen widerrufen.',
    ],
    [
      'French',
      'Comment révoquer une clé ?',
      passage('/fr/keys', ['Clés', 'Révoquer une clé'], 'Révoquez les clés dans les paramètres.'),
      'Voici ce que dit la documentation :',
      'Révoquez les clés dans les paramètres.',
    ],
    [
      'Spanish',
      '¿Cómo se revoca una clave?',
      passage('/es/keys', ['Claves', 'Revocar claves'], 'Las claves se revocan en los ajustes.'),
      'Esto es lo que dice la documentación:',
      'Las claves se revocan en los ajustes.',
    ],
    [
      'Chinese',
      '如何撤销密钥？',
      passage('/zh/keys', ['密钥', '撤销密钥'], '在设置中可以撤销密钥。撤销后立即失效。'),
      '文档中是这样说的：',
      '在设置中可以撤销密钥。',
    ],
    [
      'Japanese',
      'キーを取り消すにはどうすればよいですか？',
      passage('/ja/keys', ['キー', 'キーの取り消し'], 'キーは設定で取り消します。取り消しは即時に有効です。'),
      'ドキュメントには次のように書かれています。',
      'キーは設定で取り消します。',
    ],
  ]

  test.each(cases)('%s is answered in %s words: %s', async (_, question, source, intro, quote) => {
    const other = passage('/other', ['Other'], 'Nothing of the kind. 天気 météo Wetter tiempo.')
    const { text } = await ask(question, { passages: [other, source], ...none })
    expect(text.startsWith(`${intro}\n\n`)).toBe(true)
    expect(text).toContain(quote)
    expect(text).toContain('[2]')
  })

  test.each([
    ['Wie wird das Wetter in Paris?', 'Das steht nicht in der Dokumentation.'],
    ['Quel temps fait-il à Paris ?', 'La documentation ne le dit pas.'],
    ['¿Qué tiempo hace en París?', 'La documentación no lo dice.'],
    ['巴黎天气如何？', '文档中没有说明。'],
    ['パリの天気はどうですか？', 'ドキュメントには書かれていません。'],
  ])(
    'refuses in the language of the question, with the mark that the prompt names: %s',
    async (question, refusal) => {
      const system = `You are the documentation assistant of "Lantern". Begin well.\n- When the documentation does not say, begin your reply with [[unanswered]], say plainly so.`
      const passages = [passage('/keys', ['Keys'], 'Keys open doors.')]
      const { text } = await ask(question, { passages, system, ...none })
      expect(text.startsWith(`[[unanswered]] ${refusal}`)).toBe(true)
    },
  )
})
