import { DEFAULT_ADDRESS, type InitAnswers } from './answers.ts'
import { hostVariables, type NeededVariable, PROVIDERS } from './providers.ts'

/** docent.config.ts for the answers. */
export function configText(answers: InitAnswers): string {
  const { domain, repository, docsPath, provider, keyVariable, address } = answers
  const { models, keyVariable: usual } = PROVIDERS.find(({ name }) => name === provider) ?? {}
  const fields = [
    `id: ${quoted(domain)},`,
    `repository: ${quoted(repository)},`,
    ...(docsPath === '' ? [] : [`docsPath: ${quoted(docsPath)},`]),
    ...(models === undefined
      ? []
      : [
          `models: { ${Object.entries(models)
            .map(([role, id]) => `${role}: ${quoted(id)}`)
            .join(', ')} },`,
        ]),
  ]
  const alias =
    keyVariable !== undefined && usual !== undefined && keyVariable !== usual
      ? `// The key of the model is in a variable of your own.\nif (process.env.${keyVariable}) process.env.${usual} ??= process.env.${keyVariable}\n\n`
      : ''
  const http = address === DEFAULT_ADDRESS ? '' : `  http: { publicUrl: ${quoted(address)} },\n`
  return `import { defineConfig } from '@docent/server'

${alias}export default defineConfig({
  projects: [
    {
${fields.map((field) => `      ${field}\n`).join('')}    },
  ],
${http}})
`
}

/** The variables that the server needs for the answers. */
export function neededVariables(answers: InitAnswers): NeededVariable[] {
  const { provider, keyVariable, modelUrl, modelName, gitHost, repository } = answers
  const server = provider === 'ollama' ? ['OLLAMA_HOST', 'OLLAMA_MODEL'] : ['OPENAI_BASE_URL', 'OPENAI_MODEL']
  const isServer = provider === 'ollama' || provider === 'compatible'
  return [
    ...(keyVariable === undefined ? [] : [{ name: keyVariable, meaning: 'Key of the model' }]),
    ...(isServer && modelUrl !== undefined
      ? [{ name: server[0] as string, meaning: 'Address of the model server', value: modelUrl }]
      : []),
    ...(isServer && modelName ? [{ name: server[1] as string, meaning: 'Model', value: modelName }] : []),
    ...hostVariables(gitHost, repository),
  ]
}

/**
 * Lines to add to `.env`. A secret is never written: its line waits for its value as a comment.
 * @param present the text of the file as it is
 */
export function envText(
  variables: readonly NeededVariable[],
  present: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return variables
    .filter(({ name }) => !env[name] && !new RegExp(`^[ \\t]*(?:#[ \\t]*)?${name}=`, 'm').test(present))
    .map(
      ({ name, meaning, value }) =>
        `# ${meaning}\n${value === undefined ? `# ${name}=` : `${name}=${value}`}\n`,
    )
    .join('')
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
