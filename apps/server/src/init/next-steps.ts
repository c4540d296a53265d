export interface Written {
  /** How the person types the command. */
  docent: string
  /** The command that starts the server. */
  start: string
  domain: string
  /** Variables without which no question is answered. */
  missing: readonly string[]
  /** Variables without which no pull request is opened. */
  tokens: readonly string[]
  /** The documentation could not be read. */
  isWrong: boolean
  /** The model did not answer, although every variable has a value. */
  isModelWrong: boolean
}

/** What a person does after the files are written, as commands to copy. */
export function nextSteps(written: Written): string[] {
  const { docent, start, domain, missing, tokens, isWrong, isModelWrong } = written
  return [
    ...(isWrong ? [`Correct docent.config.ts as the error above says. Then check it: ${docent} doctor`] : []),
    ...(isModelWrong ? [`Fix the error of the model above. Then check it: ${docent} doctor`] : []),
    ...(missing.length === 0 ? [] : [`Set ${missing.join(' and ')} in .env or in the environment.`]),
    `Start the server: ${start}`,
    `Ask a question: ${docent} ask "How do I begin?" -p ${domain}`,
    `Create a key for your site: ${docent} keys create --kind assistant --project ${domain}`,
    ...(tokens.length === 0
      ? []
      : [`To let the agent open pull requests, set ${tokens.join(' and ')} in .env or in the environment.`]),
  ]
}
