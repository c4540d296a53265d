import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createLocalRepository } from '@docent/git-local'
import { simulateSite } from '@docent/simulators'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DocentCommand } from './cli/docent-command.ts'

// A test starts up to a dozen processes, one after the other.
vi.setConfig({ testTimeout: 90_000 })

const content = fileURLToPath(new URL('fixture-docs', import.meta.url))
let folder: string
let docent: DocentCommand

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-cli-'))
  docent = await commandIn('main')
}, 120_000)

afterAll(async () => {
  await docent.close()
  await rm(folder, { recursive: true, force: true })
})

/** A command in an empty folder of its own. */
async function commandIn(name: string): Promise<DocentCommand> {
  const cwd = join(folder, name)
  await mkdir(cwd)
  return new DocentCommand(cwd, { DOCENT_DATA: 'data' })
}

async function repositoryFor(command: DocentCommand, name: string): Promise<string> {
  const path = join(command.folder, 'data', 'repositories', `${name}.git`)
  const author = { name: 'Test', email: 'test@localhost' }
  await createLocalRepository({ path, from: content, message: 'Add documentation', author, date: 0 })
  return pathToFileURL(path).href
}

const MODELS = ['--agent-model', 'offline:docent', '--assistant-model', 'offline:docent']

async function addProject(command: DocentCommand, id: string): Promise<string> {
  const repository = await repositoryFor(command, id)
  const added = await command.run(['projects', 'add', id, '--repository', repository, ...MODELS])
  expect(added).toMatchObject({ code: 0, stderr: '' })
  return repository
}

describe('docent keys', () => {
  it('makes a key that is shown once, lists it and revokes it', async () => {
    const created = await docent.run(['keys', 'create', '--name', 'For CI', '--expires', '2099-01-31'])
    expect(created).toMatchObject({ code: 0, stderr: '' })
    const [, key, id] = /^(svc_\S+)\n\nThis is key (\S+) \(admin\)\./.exec(created.stdout) ?? []
    const listed = await docent.run(['keys', 'list'])
    expect(listed.stdout).toMatch(/^ID +KIND +KEY +NAME +PROJECTS +LAST USED +STATE\n/)
    expect(listed.stdout).toContain(`…${key?.slice(-4)}  For CI  all`)
    expect(listed.stdout).toContain('until 2099-01-31 00:00')
    expect(listed.stdout).not.toContain(key)
    expect((await docent.run(['keys', 'revoke', id ?? ''])).stdout).toContain(`Key ${id}`)
    expect((await docent.run(['keys', 'list'])).stdout).toMatch(/revoked \d{4}-/)
  })

  it('prints JSON for machines, without the hash', async () => {
    const created = await docent.json<{ key: string; id: string }>(['keys', 'create'])
    expect(created.key).toMatch(/^svc_/)
    const listed = await docent.json<{ id: string }[]>(['keys', 'list'])
    expect(listed.map(({ id }) => id)).toContain(created.id)
    expect(JSON.stringify(listed)).not.toContain('hash')
    const change = ['keys', 'change', created.id, '--spend-per-month']
    expect(await docent.json([...change, '25'])).toMatchObject({ id: created.id, spendUsdPerMonth: 25 })
    expect(await docent.json([...change, 'none'])).not.toHaveProperty('spendUsdPerMonth')
    const renamed = ['--name', 'Site', '--expires', '2099-01-31', '--allow-ip', '10.0.0.0/8,192.0.2.1']
    const wide = ['--expires', 'never', '--allow-ip', 'all']
    expect(await docent.json(['keys', 'change', created.id, ...renamed])).toMatchObject({
      name: 'Site',
      expiresAt: Date.parse('2099-01-31'),
      allowedIps: ['10.0.0.0/8', '192.0.2.1'],
    })
    expect(await docent.json(['keys', 'change', created.id, ...wide])).toMatchObject({
      name: 'Site',
      expiresAt: null,
      allowedIps: [],
    })
    expect(await docent.json(['keys', 'revoke', created.id])).toMatchObject({ id: created.id })
  })

  it.each([
    [['revoke', 'none'], 'There is no key'],
    [['change', 'none', '--spend-per-month', '5'], 'There is no key'],
    [['change', 'none', '--spend-per-month', '0'], '--spend-per-month: "0" is not an amount above 0'],
    [['revoke'], '<id> is missing. For example: docent keys revoke 01m7yrgb5yw2e4jf5k89j8dykv'],
    [['create', '--kind', 'owner'], '--kind: "owner" is none of admin, assistant.'],
    [['change', 'some-id'], 'Say what to change: --name, --expires,'],
    [['change', 'none', '--expires', 'soon'], '--expires: "soon" is not a day or time'],
    [['create', '--scopes', 'all'], '--scopes: "all" is not a scope'],
    [['create', '--expires', 'soon'], '--expires: "soon" is not a day or time'],
    [['create', '--projcet', 'a'], 'There is no option --projcet. Did you mean --project?'],
    [['create', '--organization', 'none'], 'There is no organization'],
    [['qqq'], 'There is no command "docent keys qqq". "docent keys --help" lists them.'],
    [['creat'], 'There is no command "docent keys creat". Did you mean "docent keys create"?'],
  ])('refuses keys %j in one line, without a stack', async (args, message) => {
    const { code, stdout, stderr } = await docent.run(['keys', ...args])
    expect(stderr).toContain(message)
    expect(stderr).toMatch(/^Error: .*\n$/)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  })
})

describe('docent projects', () => {
  it('adds projects and lists them', async () => {
    const command = await commandIn('projects')
    const empty = await command.run(['index'])
    expect(empty.stdout).toBe('There is no project yet. Add one with "docent projects add".\n')
    expect((await command.run(['index', '--watch'])).stdout).toBe(empty.stdout)
    const repository = await addProject(command, 'handbook')
    const listed = await command.run(['projects', 'list'])
    expect(listed.stdout).toMatch(/^ID +DOMAIN +ORGANIZATION +REPOSITORY +FROM +STATE\n/)
    expect(listed.stdout).toMatch(/handbook +handbook +default +file:\S+ +store +active/)
    expect(await command.json(['projects', 'list'])).toMatchObject([{ id: 'handbook', repository }])
    const again = await command.run(['projects', 'add', 'handbook', '--repository', repository])
    expect(again).toMatchObject({
      code: 1,
      stderr: 'Error: A project with the ID "handbook" already exists.\n',
    })
  })

  it('removes and restores one', async () => {
    const command = await commandIn('projects-removed')
    await addProject(command, 'handbook')
    const removed = await command.run(['projects', 'remove', 'handbook'])
    expect(removed).toMatchObject({
      code: 0,
      stdout: 'Project handbook is removed. To restore it, run "docent projects restore handbook".\n',
    })
    expect((await command.run(['projects', 'list'])).stdout).toMatch(/handbook .* +removed\n/)
    const twice = await command.run(['projects', 'remove', 'handbook'])
    expect(twice).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no project "handbook".'),
    })
    const restored = await command.json(['projects', 'restore', 'handbook'])
    expect(restored).toMatchObject({ id: 'handbook', disabled: false })
  })

  it('warns when the git host does not know the repository, and adds it all the same', async () => {
    const command = await commandIn('projects-unknown')
    const repository = pathToFileURL(join(command.folder, 'data', 'repositories', 'none.git')).href
    const missing = await command.run(['projects', 'add', 'a', '--repository', repository])
    expect(missing.stderr).toBe(
      `Warning: There is no git repository at ${repository}. Check the path, or run "git init" there.\n`,
    )
    expect(missing).toMatchObject({ code: 0, stdout: expect.stringContaining('Project a is added.') })
    const elsewhere = await command.run(['projects', 'add', 'b', '--repository', 'https://git.example/b'])
    expect(elsewhere.stderr).toContain(
      'Warning: No git host is configured for https://git.example/b. Set GITHUB_API_URL=https://git.example/api/v3',
    )
    expect(elsewhere.code).toBe(0)
  })

  it('adds a website and indexes it, when its address may be read', async () => {
    const command = await commandIn('projects-crawled')
    await using site = await simulateSite()
    site.set('/lanterns', '<main><h1>Lanterns</h1><p>A lantern shines.</p></main>')
    const added = await command.run(['projects', 'add', 'site', '--crawl', site.url, ...MODELS])
    expect(added).toMatchObject({ code: 0, stderr: '' })
    expect((await command.run(['projects', 'list'])).stdout).toContain(site.url)
    const refused = await command.run(['index'])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('"allowPrivateAddresses"') })
    const indexed = await command.run(['index'], { env: { DOCENT_CRAWL_PRIVATE: '1' } })
    expect(indexed.stdout).toMatch(/^site: 1 pages, 1 passages \(1 changed, 0 removed\)/)
  })

  it('names the option that is missing or wrong', async () => {
    expect((await docent.run(['projects', 'add', 'a'])).stderr).toContain('repository')
    const wrong = await docent.run(['projects', 'add', 'A b', '--repository', 'https://git.example/b'])
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Error: id: must have/) })
  })
})

describe('docent index and ask', () => {
  it('indexes the only project, again by force, and answers from it', async () => {
    const command = await commandIn('answers')
    await addProject(command, 'handbook')
    const first = await command.run(['index'])
    expect(first.stdout).toMatch(/^handbook: 1 pages, 1 passages \(1 changed, 0 removed\) in \d+ ms\n$/)
    expect(await command.json(['index', 'handbook'])).toMatchObject([{ project: 'handbook', changed: 0 }])
    expect(await command.json(['index', '--force'])).toMatchObject([{ project: 'handbook', changed: 1 }])

    const told = await command.run(['ask', 'What', 'are', 'these', 'docs?'])
    expect(told).toMatchObject({ code: 0, stderr: '' })
    expect(told.stdout).toContain('These are the docs.')
    expect(told.stdout).toMatch(/\n {2}Welcome {2}\S+\n\nThread \S+\n$/)
    const piped = await command.start(['ask', '--json'], { input: 'What are these docs?\n' }).finished
    expect(JSON.parse(piped.stdout)).toMatchObject({
      threadId: expect.any(String),
      text: expect.stringContaining('These are the docs.'),
      sources: [{ title: 'Welcome' }],
    })
    const silent = await command.start(['ask'], { input: ' \n' }).finished
    expect(silent).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Error: The question is missing.'),
    })

    await addProject(command, 'guide')
    const either = await command.run(['ask', 'What?'])
    expect(either.stderr).toMatch(
      /^Error: Choose a project with --project: (guide, handbook|handbook, guide)\.\n$/,
    )
  }, 120_000)

  it('goes on with the other projects when one cannot be indexed, and fails in the end', async () => {
    const command = await commandIn('index-failure')
    const broken = await addProject(command, 'broken')
    await addProject(command, 'sound')
    await damage(fileURLToPath(broken))
    const { code, stdout, stderr } = await command.run(['index'])
    expect(stdout).toMatch(/^sound: 1 pages/)
    expect(stderr).toMatch(/^broken: .*damaged or missing objects\. Run "git fsck"/)
    expect(code).toBe(1)
    const debug = await command.run(['index', 'broken'], { env: { LOG_LEVEL: 'debug' } })
    expect(debug.stderr).toMatch(/Error: .*damaged or missing objects/)
    expect(debug.stderr).toMatch(/ {2}because: .*(?:corrupt|unable to read)/s)
  })
})

/** Takes the contents of every object away, and leaves the names. */
async function damage(repository: string): Promise<void> {
  const objects = join(repository, 'objects')
  for (const entry of await readdir(objects, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/^[0-9a-f]{38}$|\.pack$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    await rm(file)
    await writeFile(file, entry.name.endsWith('.pack') ? 'PACK damaged' : '')
  }
}

describe('docent agent', () => {
  it('creates, follows, continues, lists, cancels and archives jobs beside a running server', async () => {
    const command = await commandIn('agent')
    await addProject(command, 'handbook')
    await addProject(command, 'guide')
    const server = command.start(['serve'])
    await server.output(/Docent is ready at http/)

    const prompt = 'Set the title of index.mdx to "Start here".'
    const created = await command.run(['agent', 'create', prompt, '--project', 'handbook', '--follow'])
    expect(created).toMatchObject({ code: 0, stderr: '' })
    const id =
      /Job (\S+) is completed, on branch \S+\.\nPull request: http\S+\n/.exec(created.stdout)?.[1] ?? ''
    expect(id).not.toBe('')
    for (const line of ['· edit_file', '· pull request http'])
      expect(created.stdout).toMatch(new RegExp(`^${line}`, 'm'))
    const followed = await command.run(['agent', 'follow', id])
    expect(followed.stdout).toBe(created.stdout)
    // What the agent said last is also what the job closes with.
    expect(followed.stdout.match(/^Set the title of index\.mdx to “Start here”\.$/gm)).toHaveLength(1)
    expect(await command.json(['agent', 'list', '-p', 'handbook'])).toMatchObject([
      { id, status: 'completed' },
    ])

    const sent = await command.run([
      'agent',
      'message',
      id,
      'Set the title of index.mdx to "Begin".',
      '--follow',
    ])
    expect(sent).toMatchObject({ code: 0, stderr: '' })
    expect(sent.stdout).toContain('> Set the title of index.mdx to "Begin".')
    const lines = (await command.run(['agent', 'follow', id, '--json'])).stdout.trim().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { type?: string; id?: string })
    expect(events.filter(({ type }) => type === 'run-finished')).toHaveLength(2)
    expect(events.at(-1)).toMatchObject({ id, status: 'completed' })

    expect((await command.run(['agent', 'cancel', id])).code).toBe(1)
    expect(await command.run(['agent', 'archive', id])).toMatchObject({
      code: 0,
      stdout: `Job ${id} is archived.\n`,
    })
    const listed = await command.run(['agent', 'list', '-p', 'handbook'])
    expect(listed.stdout).not.toContain(id)
    expect((await command.run(['agent', 'list', '-p', 'handbook', '--archived'])).stdout).toContain(id)

    server.process.kill('SIGTERM')
    expect((await server.finished).code).toBe(0)
    const waiting = await command.json<{ id: string }>(['agent', 'create', prompt, '-p', 'guide'])
    expect((await command.run(['agent', 'cancel', waiting.id])).stdout).toMatch(
      /^Job \S+ is (failed|completed), /,
    )
  }, 120_000)

  it('says how to find a job that is not there', async () => {
    const { code, stderr } = await docent.run(['agent', 'follow', 'none'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'Error: There is no job "none". See "docent agent list".\n',
    })
  })

  it('ends by Ctrl-C with 130 and no word of failure', async () => {
    const command = await commandIn('interrupt')
    await addProject(command, 'handbook')
    const { id } = await command.json<{ id: string }>(['agent', 'create', 'Wait.'])
    const following = command.start(['agent', 'follow', id])
    await following.output(/> Wait\./)
    following.process.kill('SIGINT')
    expect(await following.finished).toMatchObject({ code: 130, stderr: '' })
  })
})

describe('docent serve', () => {
  it('stops by Ctrl-C with 0', async () => {
    const command = await commandIn('serve')
    const server = command.start([])
    await server.output(/Docent is ready at http:\/\/127\.0\.0\.1:\d+\n/)
    server.process.kill('SIGINT')
    expect((await server.finished).code).toBe(0)
  })

  it('says that its port is in use, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const command = await commandIn('busy')
    const { code, stderr } = await command.start(['--port', `${port}`], { env: { PORT: '0' } }).finished
    other.close()
    expect(stderr).toBe(
      `Error: Port ${port} of 127.0.0.1 is in use. Stop the program that listens there, or choose another port with --port, PORT, or http.port.\n`,
    )
    expect(code).toBe(1)
  })

  it.each([
    [
      'export default { http: { prot: 1 } }',
      'docent.config.mjs is wrong: http.prot: is not an option (did you mean "port"?)',
    ],
    ['export default { http: { port: "x" } }', 'docent.config.mjs is wrong: http.port: must be a number.'],
    ['export default {', 'docent.config.mjs cannot be loaded'],
    ['throw new Error("mine")', 'docent.config.mjs cannot be loaded: mine'],
  ])('names what is wrong in a config of %j', async (config, message) => {
    const command = await commandIn(`config-${Buffer.from(config).toString('hex')}`)
    await writeFile(join(command.folder, 'docent.config.mjs'), config)
    for (const args of [['serve'], ['keys', 'list']]) {
      const { code, stderr } = await command.start(args).finished
      expect(stderr).toContain(message)
      expect(stderr).not.toMatch(/^\s+at /m)
      expect(code).toBe(1)
    }
  })
})

describe('docent', () => {
  it('tells its version and its commands', async () => {
    const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
    expect(await docent.run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    const help = await docent.run(['--help'])
    for (const name of ['serve', 'keys', 'projects', 'index', 'ask', 'agent'])
      expect(help.stdout).toContain(name)
    expect((await docent.run(['agent', 'follow', '--help'])).stdout).toContain('--project')
  })

  it.each([
    [['lost'], 'Error: There is no command "docent lost". "docent --help" lists them.\n'],
    [['--port', '99999'], 'Error: --port is "99999": use a number from 0 to 65535. See "docent --help".\n'],
    [['--port', 'abc'], 'Error: --port is "abc": use a number from 0 to 65535. See "docent --help".\n'],
    [
      ['keys', 'create', '--kind', 'assistant'],
      'Error: An assistant key needs a project. Add --project with its ID. "docent projects list" lists them.\n',
    ],
    [['--prot', '4000'], 'Error: There is no option --prot. Did you mean --port? Add --help to see all.\n'],
    [
      ['--json', 'askk'],
      '{"error":{"code":"invalid_request","message":"There is no command \\"docent askk\\". Did you mean \\"docent ask\\"? \\"docent --help\\" lists them.","details":[]}}\n',
    ],
    [
      ['gaps'],
      'Error: "docent gaps" is not a whole command. Use "docent gaps list" or "docent gaps fix". See "docent --help".\n',
    ],
    [
      ['agent', 'follow'],
      'Error: <id> is missing. For example: docent agent follow 01m7yrhv9qjxahwz0c3cy8pqht\n',
    ],
  ])('refuses %j', async (args, stderr) => {
    expect(await docent.run(args)).toMatchObject({ code: 1, stdout: expect.any(String), stderr })
  })

  it('does not fail when its reader leaves early', async () => {
    const listing = docent.start(['--help'])
    listing.process.stdout?.destroy()
    expect(await listing.finished).toMatchObject({ code: 0, stderr: '' })
  })
})
