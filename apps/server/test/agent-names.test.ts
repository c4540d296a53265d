import type { Script, ScriptedReply } from '@docent/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { type NamesScene, namesScene, PAGE } from './names-scene.ts'

let opened: NamesScene | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

const write = (path: string, content: string): ScriptedReply => ({
  toolCalls: [{ toolName: 'write_file', input: { path, content } }],
})

async function scene(script: Script): Promise<NamesScene> {
  opened = await namesScene(script)
  return opened
}

/** Says each reply in turn; what it was told last is kept. */
function inTurn(replies: readonly ScriptedReply[]) {
  const heard: string[] = []
  let at = 0
  const script: Script = ({ prompt }) => {
    heard.push(JSON.stringify(prompt.at(-1)))
    return replies[at++] ?? { text: 'Done.' }
  }
  return { script, heard }
}

describe('names of a change', () => {
  test('that occur nowhere go back to the model once, and are listed in the pull request', async () => {
    const page = `${PAGE}\nUse \`--max-bodi\`, \`--max-body\`, \`ACME_SECRET\` and \`ACME_REGION\`.\n`
    const { script, heard } = inTurn([
      write('docs/serve.md', page),
      { text: 'Done.' },
      { text: 'They are real.' },
    ])
    const { rig, ended, create } = await scene(script)
    const { job, outcome, body } = await ended(await create('Document the limits, and ACME_REGION'))
    expect(heard).toHaveLength(3)
    const feedback = (await rig.jobs.steps(job.id)).filter(({ kind }) => kind === 'feedback')
    expect(feedback.map(({ data }) => data)).toEqual([{ problems: 0, names: 2 }])
    expect(heard[2]).toContain(String.raw`name=\"--max-bodi\" nearest=\"--max-body\"`)
    expect(outcome.unconfirmed).toEqual([
      { text: '--max-bodi', kind: 'flag', file: 'docs/serve.md', line: 5, nearest: '--max-body' },
      { text: 'ACME_SECRET', kind: 'env', file: 'docs/serve.md', line: 5 },
    ])
    expect(body).toContain('### Not confirmed')
    expect(body).toContain('- `--max-bodi`: flag, `docs/serve.md:5`, the nearest that exists is `--max-body`')
    expect(body).toContain('- `ACME_SECRET`: environment variable, `docs/serve.md:5`')
    expect(job.messageToUser).toContain(
      'Not confirmed: --max-bodi (docs/serve.md:5), ACME_SECRET (docs/serve.md:5).',
    )
  })

  test('that the model mends are listed nowhere', async () => {
    const { script } = inTurn([
      write('docs/serve.md', `${PAGE}\nUse \`--max-bodi\`.\n`),
      { text: 'Done.' },
      write('docs/serve.md', `${PAGE}\nUse \`--max-body\`.\n`),
      { text: 'Mended.' },
    ])
    const { ended, create } = await scene(script)
    const { outcome, body } = await ended(await create('Document the limit'))
    expect(outcome.unconfirmed).toEqual([])
    expect(body).not.toContain('Not confirmed')
  })

  test('that the change defines itself need no proof', async () => {
    const { script, heard } = inTurn([
      write(
        'docs/limits.md',
        '# Limits\n\n## Bodies\n\nSee [bodies](#bodies), **click** "Bodies", `docs/limits.md`.\n',
      ),
      write('docs/serve.md', `${PAGE}\nSee [limits](limits.md#bodies).\n`),
      { text: 'Done.' },
    ])
    const { ended, create } = await scene(script)
    const { outcome } = await ended(await create('Add a page'))
    expect(heard).toHaveLength(3)
    expect(outcome.unconfirmed).toEqual([])
  })

  test('stay listed until a follow-up confirms them, and what people wrote beside them stays', async () => {
    const { script } = inTurn([
      write('docs/serve.md', `${PAGE}\nSet \`ACME_SECRET\` and \`ACME_COLOR\`.\n`),
      { text: 'Done.' },
      { text: 'Sure.' },
      write('docs/more.md', '# More\n\nSet `ACME_COLOR` too.\n'),
      { text: 'Added.' },
    ])
    const { rig, project, ended, create } = await scene(script)
    const first = await ended(await create('Document more'))
    expect(first.outcome.unconfirmed?.map(({ text }) => text)).toEqual(['ACME_SECRET', 'ACME_COLOR'])
    const number = first.job.pullRequest?.number ?? 0
    const edited = `${first.body.replace('<!-- /docent-not-confirmed -->', 'I ask Ada about ACME_COLOR.\n<!-- /docent-not-confirmed -->')}\n\nLooks good otherwise.`
    await rig.host.updatePullRequest(project.repository, number, { body: edited })
    await rig.send.send({
      project,
      id: first.job.id,
      prompt: 'ACME_SECRET is real. Mention the color on a page.',
    })
    const second = await ended(first.job, 2)
    expect(second.outcome.unconfirmed?.map(({ text }) => text)).toEqual(['ACME_COLOR'])
    const { body } = second
    expect(body.match(/### Not confirmed/g)).toHaveLength(1)
    expect(body).not.toContain('- `ACME_SECRET`')
    expect(body).toContain('- `ACME_COLOR`')
    expect(body).toContain('I ask Ada about ACME_COLOR.')
    expect(body).toContain('Looks good otherwise.')
    expect(body).toContain('### Follow-up')
  })

  test('a value that no file has beside its option is not confirmed', async () => {
    const { script } = inTurn([
      write('docs/serve.md', `${PAGE}\nThe default of \`--max-body\` is \`8192\`; \`max-body\`: \`4096\`.\n`),
      { text: 'Done.' },
    ])
    const { ended, create } = await scene(script)
    const { outcome } = await ended(await create('Document the default'))
    expect(outcome.unconfirmed).toMatchObject([{ text: '8192', kind: 'number', with: '--max-body' }])
  })
})
