import { Interrupted } from '../command-line/interrupted.ts'
import { completeAnswers, DEFAULT_ADDRESS, defaultProvider, type GivenAnswers } from './answers.ts'
import { documentationNear, findRepository } from './find-repository.ts'
import { HOSTS, hostOf, PROVIDERS } from './providers.ts'

interface Where {
  folder: string
  env: Readonly<Record<string, string | undefined>>
}

/** Asks in a terminal for what the command line left out: at most five questions. @throws Interrupted */
export async function askQuestions(given: GivenAnswers, where: Where): Promise<GivenAnswers> {
  const { select, text } = await import('@clack/prompts')
  // A symbol stands for Ctrl-C.
  const answered = (value: string | symbol): string => {
    if (typeof value === 'symbol') throw new Interrupted('The questions were interrupted.')
    return value
  }
  const answers: GivenAnswers = { ...given }
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
      options: PROVIDERS.map(({ name, label }) => ({ value: name, label })),
      initialValue: defaultProvider(where.env),
    }),
  )
  const provider = PROVIDERS.find(({ name }) => name === answers.model)
  if (answers.model === 'compatible' || answers.model === 'ollama')
    await askModelServer(answers, async ({ option, ...question }) => {
      const validate = (value: string | undefined) => (value ? check({ [option]: value }) : undefined)
      return answered(await text({ ...question, validate }))
    })
  else if (provider?.keyVariable !== undefined)
    answers['key-variable'] ??= answered(
      await text({
        message: 'Which environment variable contains the key? Enter its name, not the key.',
        defaultValue: provider.keyVariable,
        placeholder: provider.keyVariable,
        validate: (value) => (value ? check({ 'key-variable': value }) : undefined),
      }),
    )
  answers['git-host'] ??= answered(
    await select({
      message: 'Which git host has the repository?',
      options: HOSTS.map(({ name, label }) => ({ value: name, label })),
      initialValue: hostOf(found.repository),
    }),
  )
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
async function askModelServer(answers: GivenAnswers, ask: Ask): Promise<void> {
  const isOllama = answers.model === 'ollama'
  const address = isOllama ? 'http://127.0.0.1:11434' : 'http://127.0.0.1:8000/v1'
  answers['model-url'] ??= await ask({
    option: 'model-url',
    message: 'Its address:',
    placeholder: address,
    defaultValue: address,
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
