import { github as githubPlugin } from '@docent/git-github'
import { type SimulatedGithub, simulateGithub, type WebhookDelivery } from '@docent/simulators'
import { type CommentScene, type CommentSceneOptions, commentScene, WEBHOOK_SECRET } from './comment-scene.ts'

const REPOSITORY = 'acme/docs'

export interface GithubScene {
  readonly github: SimulatedGithub
  /** Somebody comments, on a line when there is a path: the delivery that GitHub makes of it. */
  comment(comment: { login: string; body: string; path?: string; line?: number }): Promise<WebhookDelivery>
}

/** A whole server with a project on a simulated GitHub. */
export async function githubScene(options: CommentSceneOptions = {}): Promise<GithubScene & CommentScene> {
  const github = await simulateGithub({
    repositories: [
      {
        path: REPOSITORY,
        files: { 'docs/index.md': '# Home\n' },
        collaborators: { writer: 'write', stranger: 'read', 'docent-bot': 'write' },
      },
    ],
  })
  const plugin = githubPlugin({
    token: github.createToken({ login: 'docent-bot' }),
    baseUrl: github.apiUrl,
    webhookSecret: WEBHOOK_SECRET,
    writeIntervalMs: 0,
    retryDelayMs: 1,
    retries: 0,
  })
  // As people copy it, and not as GitHub's webhooks spell it.
  const repository = `${github.origin}/Acme/docs.git`
  const scene = await commentScene(
    { name: 'github', plugin, repository, close: () => github.close() },
    options,
  )
  const own: GithubScene = {
    github,
    async comment(comment) {
      const made = await github.addComment(REPOSITORY, 1, comment)
      const pull = await github.pull(REPOSITORY, 1)
      const kept = github.repository(REPOSITORY)
      return comment.path === undefined
        ? github.webhook('issue_comment', github.payloads.issueComment(kept, pull, made), WEBHOOK_SECRET)
        : github.webhook(
            'pull_request_review_comment',
            github.payloads.reviewComment(kept, pull, made),
            WEBHOOK_SECRET,
          )
    },
  }
  // Its members read what changes when the server starts again: they are not copied.
  return Object.assign(Object.create(scene) as CommentScene, own)
}
