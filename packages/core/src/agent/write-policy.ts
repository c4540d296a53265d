import picomatch from 'picomatch'
import { DocentError } from '../errors/docent-error.ts'

/**
 * What the agent can never write, whatever a prompt says: what runs code in CI or on a developer's machine, what
 * decides who reviews, and git's own configuration.
 */
const DENIED = [
  '.github/**',
  '.gitlab/**',
  '.gitea/**',
  '.forgejo/**',
  '.circleci/**',
  '.buildkite/**',
  '.woodpecker/**',
  '.husky/**',
  '.devcontainer/**',
  '.vscode/**',
  '.idea/**',
  '.git/**',
  '.docent/**',
  '**/.gitlab-ci*.yml',
  // Whatever begins with .git, in any spelling that some file system may take for git's own.
  '**/.git*',
  '**/.git*/**',
  '**/.woodpecker*.yml',
  '**/.drone*.yml',
  '**/.travis.yml',
  '**/azure-pipelines*.yml',
  '**/bitbucket-pipelines.yml',
  '**/Jenkinsfile*',
  '**/CODEOWNERS',
  '**/.npmrc',
  '**/.yarnrc*',
  '**/.env*',
  '**/Makefile',
  '**/Dockerfile*',
  '**/docker-compose*.yml',
  '**/package.json',
  '**/package-lock.json',
  '**/pnpm-lock.yaml',
  '**/yarn.lock',
  '**/.pre-commit-config.yaml',
  '**/netlify.toml',
  '**/vercel.json',
]

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** Decides which paths a run may write. */
export class WritePolicy {
  readonly #denied: (path: string) => boolean
  readonly #root: string

  /** `docsPath`: posix folder, '' for the whole repository; `denyPaths`: more globs, relative to the repository root. */
  constructor(docsPath: string, denyPaths: readonly string[] = []) {
    this.#root = docsPath.replace(/^\/+|\/+$/g, '')
    // nocase: a file system may fold the case of a path, so `.GitHub` is `.github`.
    this.#denied = picomatch([...DENIED, ...denyPaths], { dot: true, nocase: true })
  }

  /** @throws DocentError `forbidden` with the reason, made for the model to read. */
  assertWritable(path: string): void {
    const reason = this.#refusal(path)
    if (reason !== undefined) throw new DocentError('forbidden', reason)
  }

  isWritable(path: string): boolean {
    return this.#refusal(path) === undefined
  }

  #refusal(path: string): string | undefined {
    const normal = path.replace(/^(\.\/)+/, '')
    if (CONTROL.test(normal)) return 'A path cannot have control characters.'
    if (this.#root !== '' && normal !== this.#root && !normal.startsWith(`${this.#root}/`))
      return `${path} is outside ${this.#root}/: only the documentation can be changed.`
    if (this.#denied(normal))
      return `${path} is protected: the agent can change documentation, not CI, tooling or secrets.`
    return undefined
  }
}
