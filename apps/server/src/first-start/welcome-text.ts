/** What the first start made. The keys are known only now. */
export interface Demo {
  projectId: string
  domain: string
  adminKey: string
  assistantKey: string
}

/** Where everything is, and three commands to copy, complete with address, keys and ids. */
export function welcomeText(
  url: string,
  { projectId, domain, adminKey, assistantKey }: Demo,
  { docent, folder, dataDirectory }: { docent: string; folder: string; dataDirectory: string },
): string {
  const question = {
    fp: 'anonymous',
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'How do I add my own project?' }] }],
  }
  const job = { prompt: 'Set the title of index.mdx to "Welcome to Docent".' }
  return `
Docent keeps its data in ${dataDirectory}: the database, the search index, and the secret for all keys.
It reads docent.config.ts and .env of ${folder}. To write both for your own documentation, run "${docent} init" there.

This server has a demo project: Docent's own documentation, answered without a language model.
Copy its two keys now, because Docent never shows them again:

  admin key, keep it secret   ${adminKey}
  assistant key, public       ${assistantKey}

Ask a question:

  curl -N ${url}/discovery/v2/assistant/${domain}/message -H 'Authorization: Bearer ${assistantKey}' -H 'Content-Type: application/json' -d '${JSON.stringify(question)}'

Let the agent change the documentation:

  curl ${url}/v2/agent/${projectId}/job -H 'Authorization: Bearer ${adminKey}' -H 'Content-Type: application/json' -d '${JSON.stringify(job)}'

Read the job. When it is completed, it has the address of its pull request:

  curl '${url}/v2/agent/${projectId}/jobs?limit=1' -H 'Authorization: Bearer ${adminKey}'
`
}
