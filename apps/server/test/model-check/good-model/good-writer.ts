import type { ScriptedReply } from '@docent/testing'
import type { Chat } from './chat.ts'

/** What a good answer says, and the words by which a passage proves it. */
interface Plan {
  proof: RegExp
  says: (found: RegExpExecArray, cite: string) => string
}

const REFUSES = null

/** By the id of the question; null where the documentation does not say. */
const PLANS: Readonly<Record<string, Plan | null>> = {
  staging: {
    proof: /^ferry deploy --environment staging$/m,
    says: ([command], cite) => `Run this command ${cite}:\n\n\`\`\`sh\n${command}\n\`\`\``,
  },
  rollback: {
    proof: /^ferry rollback \d+$/m,
    says: ([command], cite) => `Run \`${command}\` with the number of the release ${cite}.`,
  },
  secret: {
    proof: /^ferry secrets set (\w+)$/m,
    says: ([command], cite) => `Set the secret with \`${command}\` ${cite}.`,
  },
  proxy: {
    proof: /`(\S+)` is the address of an HTTP proxy/,
    says: ([, name], cite) => `It is the setting \`${name}\` ${cite}.`,
  },
  'exit-code': {
    proof: /\b2\b.*?(The configuration file cannot be read)/,
    says: ([, meaning], cite) => `${meaning} ${cite}.`,
  },
  status: {
    proof: /Status is refreshed every (\w+ \w+)/,
    says: ([, often], cite) => `The status is refreshed every ${often} ${cite}.`,
  },
  german: {
    proof: /^ferry environments create \w+$/m,
    says: ([command], cite) =>
      `Mit diesem Befehl legen Sie die Umgebung an, und dann ist sie da ${cite}:\n\n\`\`\`sh\n${command}\n\`\`\``,
  },
  spanish: {
    proof: /^ferry login --host \S+$/m,
    says: ([command], cite) =>
      `Ejecute este comando para iniciar la sesión con su cuenta ${cite}:\n\n\`\`\`sh\n${command}\n\`\`\``,
  },
  french: {
    proof: /^ferry rollback \d+$/m,
    says: ([command], cite) =>
      `Utilisez cette commande avec le numéro de la version, et vous revenez à celle-ci ${cite}:\n\n\`\`\`sh\n${command}\n\`\`\``,
  },
  price: REFUSES,
  kubernetes: REFUSES,
  flag: REFUSES,
}

/** Answers a question from the passages that it was given, or says that they do not say. */
export function goodAnswer(id: string, { asked }: Chat): ScriptedReply {
  const plan = PLANS[id]
  if (plan === undefined) throw new Error(`The good writer has no plan for ${id}.`)
  if (plan === null)
    return {
      text: '[[unanswered]] The documentation does not say that. It describes how services are deployed.',
    }
  for (const [, number, content = ''] of asked.matchAll(
    /<passage number="(\d+)"[^>]*>\n([\s\S]*?)\n<\/passage>/g,
  )) {
    const found = plan.proof.exec(content)
    if (found) return { text: plan.says(found, `[${number}]`) }
  }
  return { text: '[[unanswered]] The passages do not say it.' }
}
