import { existsSync } from 'node:fs'
import { appendFile, chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineLocal, Interrupted, interruptible, ownName, startCommand, style } from '@docent/command-line'
import { DocentError } from '@docent/core/plugin'
import { z } from 'zod'
import { addedPlugin } from '../init/added-plugin.ts'
import { completeAnswers } from '../init/answers.ts'
import { agrees, askQuestions } from '../init/ask-questions.ts'
import { configText, envText, neededVariables } from '../init/init-files.ts'
import { nextSteps } from '../init/next-steps.ts'
import { choicesOf, hostVariables } from '../init/provider-choices.ts'
import { tryConfig } from '../init/try-config.ts'
import { DEFAULT_MANIFESTS } from '../plugins/default-plugins.ts'

const Failed = z.object({ error: z.string() })

const InitShape = z.object({
  files: z.array(z.string()),
  domain: z.string(),
  repository: z.string(),
  source: z
    .union([
      z.object({
        layout: z.string(),
        siteAbove: z.object({ folder: z.string(), layout: z.string() }).optional(),
        pages: z.number(),
        ms: z.number(),
      }),
      Failed,
    ])
    .nullable(),
  model: z.union([z.object({ model: z.string(), said: z.string(), ms: z.number() }), Failed]).nullable(),
  next: z.array(z.string()),
})
type InitShape = z.input<typeof InitShape>

const USUAL = choicesOf(DEFAULT_MANIFESTS)
const namesOf = (choices: readonly { name: string }[]) => choices.map(({ name }) => name).join(', ')

export const command = defineLocal({
  description: 'Ask a few questions, write docent.config.ts, and test it',
  args: {
    repository: {
      type: 'string',
      description: 'The documentation: a folder, or the address of a repository',
    },
    model: { type: 'string', description: `Model provider: ${namesOf(USUAL.providers)}, or one of a plugin` },
    'key-variable': { type: 'string', description: 'Environment variable that contains the key' },
    'model-url': { type: 'string', description: 'Address of your own model server (compatible, ollama)' },
    'model-name': { type: 'string', description: 'Model on that server' },
    'git-host': {
      type: 'string',
      description: `Git host of the repository: ${namesOf(USUAL.hosts)}, or one of a plugin`,
    },
    plugin: { type: 'string', description: 'Plugin to add: an installed package, or a file' },
    domain: { type: 'string', description: 'Short name for the assistant API; default: from the repository' },
    address: {
      type: 'string',
      description: 'Public address of the server, such as https://docs-bot.acme.com',
    },
    yes: { type: 'boolean', alias: 'y', default: false, description: 'Ask nothing, and use the defaults' },
    force: { type: 'boolean', default: false, description: 'Replace an existing docent.config.ts' },
    'skip-test': {
      type: 'boolean',
      default: false,
      description: 'Skip the test of the documentation and the model',
    },
  },
  example: 'init --repository https://github.com/acme/handbook --model anthropic',
  json: InitShape,
  exitCodes: { 1: 'a question has no answer, or a test failed; standard error says why' },
  async run({ args, out }) {
    const folder = process.cwd()
    const env = process.env
    const isAsking = !args.yes && !args.json && process.stdin.isTTY === true
    await assertMayWrite(folder, args.force, isAsking)
    const plugins = args.plugin === undefined ? [] : [await addedPlugin(args.plugin, folder)]
    const choices = choicesOf([...plugins.map(({ manifest }) => manifest), ...DEFAULT_MANIFESTS])
    const given = isAsking ? await askQuestions(args, { folder, env, choices }) : args
    const answers = completeAnswers(given, { folder, env, choices })
    if (isAsking) out.line('')
    const variables = neededVariables(answers, choices)
    const files = await writeFiles(folder, configText(answers, plugins), variables, env)
    if (!args.json) for (const file of files) out.line(`Wrote ${file}.`)
    // As the next start reads them.
    const known = Object.fromEntries(variables.flatMap(({ name, value }) => (value ? [[name, value]] : [])))
    for (const [name, value] of Object.entries(known)) env[name] ??= value
    if (!args['skip-test'] && !args.json) out.line('Reading the documentation and calling the model once …')
    const trial = args['skip-test']
      ? { source: null, model: null }
      : await interruptible((signal) => tryConfig(folder, env, signal)).catch((error: unknown) => {
          if (error instanceof Interrupted && !args.json)
            out.error(
              `\nYou stopped the test. The files are written. To test them, run: ${ownName(env)} doctor`,
            )
          throw error
        })
    const { keyVariable } = answers
    // The advice of a server names its own variables, and every provider: the person has chosen one.
    if (isFailed(trial.model) && keyVariable !== undefined && !env[keyVariable] && !answers.modelUrl)
      trial.model = { error: `Docent did not call the model, because ${keyVariable} is not set.` }
    // What only reads a public repository does without them.
    const tokens = hostVariables(choices, answers.gitHost, answers.repository).flatMap(({ name, value }) =>
      value === undefined ? name : [],
    )
    // A server of one's own may want no key; when it does, the error says so.
    const optional = answers.modelUrl === undefined ? tokens : [...tokens, keyVariable]
    const missing = variables.filter(({ name }) => !env[name] && !optional.includes(name))
    const result: InitShape = {
      files,
      domain: answers.domain,
      repository: answers.repository,
      ...trial,
      next: nextSteps({
        docent: ownName(env),
        start: startCommand(env),
        domain: answers.domain,
        missing: missing.map(({ name }) => name),
        tokens: tokens.filter((name) => !env[name]),
        isWrong: isFailed(trial.source),
        isModelWrong: isFailed(trial.model) && missing.length === 0,
      }),
    }
    if (isFailed(trial.source) || isFailed(trial.model)) process.exitCode = 1
    return result
  },
  show({ source, model, next }, out) {
    if (isFailed(source)) out.error(`${style('red', 'Documentation:', process.stderr)} ${source.error}`)
    else if (source !== null) {
      out.line(
        `Documentation: ${source.pages} ${source.pages === 1 ? 'page' : 'pages'}, layout ${source.layout}, read in ${source.ms} ms.`,
      )
      if (source.siteAbove !== undefined) out.line(aboveLine(source.layout, source.siteAbove))
    }
    if (isFailed(model)) out.error(`${style('red', 'Model:', process.stderr)} ${model.error}`)
    else if (model !== null) out.line(`Model: ${model.model} answered in ${model.ms} ms.`)
    out.line('\nNext:')
    next.forEach((step, index) => {
      out.line(`  ${index + 1}. ${step}`)
    })
  },
})

/** Whether the site further up is used, and what to do if not. */
function aboveLine(used: string, { folder, layout }: { folder: string; layout: string }): string {
  const place = folder === '' ? 'the root of the repository' : folder
  return used === 'plain'
    ? `The configuration of a site (${layout}) is in a higher folder: ${place}. Use that folder, or the pages get different addresses than on the site.`
    : `Addresses and navigation come from the site (${layout}) in ${place}.`
}

const CONFIG = 'docent.config.ts'
const OTHER_CONFIGS = ['docent.config.mts', 'docent.config.js', 'docent.config.mjs']

/** @throws DocentError `conflict` when there is a configuration, and nobody agrees to replace it. */
async function assertMayWrite(folder: string, force: boolean, isAsking: boolean): Promise<void> {
  const other = OTHER_CONFIGS.find((file) => existsSync(join(folder, file)))
  if (other !== undefined)
    throw new DocentError(
      'conflict',
      `This folder has a ${other}, which Docent would read instead of ${CONFIG}. Edit it, or move it somewhere else.`,
    )
  if (force || !existsSync(join(folder, CONFIG))) return
  if (isAsking && (await agrees(`This folder already has a ${CONFIG}. Replace it?`))) return
  throw new DocentError(
    'conflict',
    `This folder already has a ${CONFIG}. Edit it, or add --force to replace it.`,
  )
}

async function writeFiles(
  folder: string,
  config: string,
  variables: Parameters<typeof envText>[0],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  await writeFile(join(folder, CONFIG), config)
  const file = join(folder, '.env')
  const present = existsSync(file) ? await readFile(file, 'utf8') : ''
  const added = envText(variables, present, env)
  if (added === '') return [CONFIG]
  const gap = present === '' || present.endsWith('\n') ? '' : '\n'
  await appendFile(file, `${gap}${added}`, { mode: 0o600 })
  if (present === '') await chmod(file, 0o600)
  const ignored = await ignoreEnvFile(folder)
  return [CONFIG, '.env', ...ignored]
}

/** Keys do not belong into a repository. */
async function ignoreEnvFile(folder: string): Promise<string[]> {
  if (!existsSync(join(folder, '.git'))) return []
  const file = join(folder, '.gitignore')
  const present = existsSync(file) ? await readFile(file, 'utf8') : ''
  if (/^\/?\.env$/m.test(present)) return []
  await appendFile(file, `${present === '' || present.endsWith('\n') ? '' : '\n'}.env\n`)
  return ['.gitignore']
}

function isFailed(trial: object | null): trial is { error: string } {
  return trial !== null && 'error' in trial
}
