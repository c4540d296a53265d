import { simulateGithubTalk } from '@docent/simulators'
import { channelContract, ManualClock } from '@docent/testing'
import { expect, test } from 'vitest'
import { GithubChannel } from './github-channel.ts'
import { GithubChannelOptions, resolveSettings } from './options.ts'

for (const kind of ['discussions', 'issues'] as const)
  channelContract(`GitHub ${kind}`, async () => {
    const clock = new ManualClock()
    const github = await simulateGithubTalk(() => clock.now())
    const options = GithubChannelOptions.parse({
      ...{ token: github.token, baseUrl: github.apiUrl, webhookSecret: github.webhookSecret },
      ...{ retries: 1, retryDelayMs: 1, maxRateLimitWaitMs: 0 },
    })
    const channel = new GithubChannel(resolveSettings(options, {}), { clock })
    const threadOf = (id: string) => {
      const thread = github.threads.find(({ number }) => number === Number(id.split('/').at(-1)))
      if (!thread) throw new Error(`no thread ${id}`)
      return thread
    }
    const body = (post: string) => github.find(post)?.body ?? ''
    const place = kind === 'issues' ? 'acme/docs/issues' : 'acme/docs/discussions/q-a'
    return {
      channel,
      clock,
      place,
      say({ text, author, to, mention }) {
        const user = github.users[author]
        const said = mention ? `@docent ${text}` : text
        const thread = to ? threadOf(to.name.id) : github.open(user, said, kind)
        const post = to
          ? github.comment(thread, user, author === 'docent' ? `<!-- docent-answers: x -->${said}` : said)
          : thread
        const name = { place, id: `acme/docs/${kind}/${thread.number}` }
        return { name, post: post.id, delivery: github.delivery(thread, post) }
      },
      edit({ name, post }, text) {
        const found = github.find(post)
        if (found) found.body = `@docent ${text}`
        const thread = threadOf(name.id)
        return github.delivery(thread, thread, 'edited')
      },
      closeThread({ name }) {
        threadOf(name.id).closed = true
      },
      shown: (_, post) => ({
        text: body(post).replace(/<!--.*?-->/g, ''),
        links: [...body(post).matchAll(/\]\((https:[^)]*)\)/g)].map(([, url = '']) => url),
        code: body(post).match(/```[\s\S]*?```/g) ?? [],
      }),
      pings: () => github.pings(),
      limitNextReply: (seconds) => github.limitNextPost(seconds),
      loseNextReply: () => github.loseNextPost(),
      forge: ({ headers, body: raw }) => ({
        headers: github.headers(headers['x-github-event'] ?? '', raw, 'another secret'),
        body: raw,
      }),
      close: () => github.close(),
    }
  })

test.each(['discussions', 'issues'] as const)(
  'sees all comments and replies of a long thread in %s',
  async (kind) => {
    const clock = new ManualClock()
    const github = await simulateGithubTalk(() => clock.now())
    const options = GithubChannelOptions.parse({ token: github.token, baseUrl: github.apiUrl })
    const channel = new GithubChannel(resolveSettings(options, {}), { clock })
    const thread = github.open(github.users.ada, 'How?', kind)
    const first = github.comment(thread, github.users.ada, 'The first comment')
    for (let n = 0; n < 230; n++) {
      clock.advance(1_000)
      github.comment(thread, github.users.ada, `more ${n}`)
      if (kind === 'discussions') github.comment(thread, github.users.ada, `below ${n}`, first.id)
    }
    const name = { place: `acme/docs/${kind}`, id: `acme/docs/${kind}/${thread.number}` }
    const asked =
      kind === 'discussions' ? github.comment(thread, github.users.ada, '@docent and now?', first.id) : first
    await channel.reply(name, { text: 'Like this.', answers: asked.id })
    const posts = (await channel.thread(name))?.posts ?? []
    expect(posts).toHaveLength(thread.comments.length + 1)
    expect(posts.some(({ id }) => id === asked.id)).toBe(true)
    expect(posts.filter(({ isOwn }) => isOwn)).toMatchObject([{ answers: asked.id }])
    expect(github.violations).toEqual([])
    await github.close()
  },
)
