import { defined, type NeededVariable } from '@docent/core/plugin'
import type { AddedPlugin } from './added-plugin.ts'
import { DEFAULT_ADDRESS, type InitAnswers } from './answers.ts'
import { type Choices, hostVariables } from './provider-choices.ts'

/** docent.config.ts for the answers. */
export function configText(answers: InitAnswers, plugins: readonly AddedPlugin[] = []): string {
  const { domain, repository, docsPath, provider, keyVariable, address } = answers
  const { models, key: usual } = provider
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
  const imports = plugins.map(({ call, from }) => `import { ${call} } from ${quoted(from)}\n`).join('')
  const added = plugins.map(({ call }) => `, ${call}()`).join('')
  const list = added === '' ? '' : `  plugins: (defaults) => [...defaults${added}],\n`
  return `import { defineConfig } from '@docent/server'
${imports}
${alias}export default defineConfig({
${list}  projects: [
    {
${fields.map((field) => `      ${field}\n`).join('')}    },
  ],
${http}})
`
}

/** The variables that the server needs for the answers. */
export function neededVariables(answers: InitAnswers, choices: Choices): NeededVariable[] {
  const { provider, keyVariable, modelUrl, modelName, gitHost, repository, values } = answers
  const { server, variable = '' } = provider
  return [
    ...(keyVariable === undefined ? [] : [{ name: keyVariable, meaning: 'Key of the model' }]),
    ...(server && modelUrl !== undefined
      ? [{ name: variable, meaning: 'Address of the model server', value: modelUrl }]
      : []),
    ...(server && modelName ? [{ name: server.model, meaning: 'Model', value: modelName }] : []),
    ...hostVariables(choices, gitHost, repository).map((one) => ({
      ...one,
      ...defined({ value: one.value ?? values[one.name] }),
    })),
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
