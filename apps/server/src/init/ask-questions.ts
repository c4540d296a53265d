import { Interrupted } from '@docent/command-line'
import { completeAnswers, DEFAULT_ADDRESS, type GivenAnswers } from './answers.ts'
import { documentationNear, findRepository } from './find-repository.ts'
import {
  type Choices,
  defaultProvider,
  hostOf,
  hostVariables,
  type ProviderChoice,
} from './provider-choices.ts'

interface Where {
  folder: string
  env: Readonly<Record<string, string | undefined>>
  choices: Choices
}

/** Asks in a terminal for what the command line left out. @throws Interrupted */
export async function askQuestions(given: GivenAnswers, where: Where): Promise<GivenAnswers> {
  const { select, text } = await import('@clack/prompts')
  // A symbol stands for Ctrl-C.
  const answered = (value: string | symbol): string => {
    if (typeof value === 'symbol') throw new Interrupted('The questions were interrupted.')
    return value
  }
  const answers: GivenAnswers = { ...given }
  const { choices, env } = where
  const here = documentationNear(where.folder)
  const check = (more: GivenAnswers) => problemOf(() => completeAnswers({ ...answers, ...more }, where))
  const repository =
    answers.repository ??
    answered(
      await text({
        message: 'Where is the documentation? Enter a folder or the address of a repository.',
        ...(here === undefined
          ? { placeholder: 'https://github.com/acme/docs' }
          : { placeholder: here, defaultValue: here }),
        validate: (value) => problemOf(() => findRepository(value || (here ?? ''), where.folder)),
      }),
    )
  answers.repository = repository
  const found = findRepository(repository, where.folder)
  answers.model ??= answered(
    await select({
      message: 'Which model answers?',
      options: choices.providers.map(({ name, label }) => ({ value: name, label })),
      initialValue: defaultProvider(choices, env),
    }),
  )
  const provider = choices.providers.find(({ name }) => name === answers.model)
  if (provider?.server)
    await askModelServer(answers, provider.server, async ({ option, ...question }) => {
      const validate = (value: string | undefined) => (value ? check({ [option]: value }) : undefined)
      return answered(await text({ ...question, validate }))
    })
  else if (provider?.key !== undefined)
    answers['key-variable'] ??= answered(
      await text({
        message: 'Which environment variable contains the key? Enter its name, not the key.',
        defaultValue: provider.key,
        placeholder: provider.key,
        validate: (value) => (value ? check({ 'key-variable': value }) : undefined),
      }),
    )
  answers['git-host'] ??= answered(
    await select({
      message: 'Which git host has the repository?',
      options: choices.hosts.map(({ name, label }) => ({ value: name, label })),
      initialValue: hostOf(choices, found.repository),
    }),
  )
  for (const { name, question, value } of hostVariables(choices, answers['git-host'], found.repository)) {
    if (question === undefined || value !== undefined || env[name]) continue
    const answer = answered(await text({ message: question }))
    if (answer) answers.values = { ...answers.values, [name]: answer }
  }
  answers.domain ??= answered(
    await text({
      message: 'A short name for the assistant, which becomes part of its address:',
      defaultValue: found.name,
      placeholder: found.name,
      validate: (value) => (value ? check({ domain: value }) : undefined),
    }),
  )
  answers.address ??= answered(
    await text({
      message: 'What is the public address of the server?',
      defaultValue: DEFAULT_ADDRESS,
      placeholder: DEFAULT_ADDRESS,
      validate: (value) => (value ? check({ address: value }) : undefined),
    }),
  )
  return answers
}

type Ask = (question: {
  option: 'model-url' | 'model-name'
  message: string
  placeholder?: string
  defaultValue?: string
}) => Promise<string>

/** A server of one's own has an address and a model in place of a well-known key. */
async function askModelServer(
  answers: GivenAnswers,
  { example }: NonNullable<ProviderChoice['server']>,
  ask: Ask,
): Promise<void> {
  answers['model-url'] ??= await ask({
    option: 'model-url',
    message: 'Its address:',
    placeholder: example,
    defaultValue: example,
  })
  answers['model-name'] ??= await ask({
    option: 'model-name',
    message: 'The name of the model, such as qwen3:',
  })
}

/** Why an answer is refused, without the option that a script would use. */
function problemOf(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^--[\w-]+: /, '') : String(error)
  }
}

/** @returns true when the person agrees. @throws Interrupted */
export async function agrees(message: string): Promise<boolean> {
  const { confirm, isCancel } = await import('@clack/prompts')
  const answer = await confirm({ message, initialValue: false })
  if (isCancel(answer)) throw new Interrupted('The question was interrupted.')
  return answer
}
