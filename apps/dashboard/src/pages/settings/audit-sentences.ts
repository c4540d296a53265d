/** Of an entry of the audit log: what a sentence needs. */
export interface Recorded {
  readonly action: string
  readonly target: string | null
  readonly details: Readonly<Record<string, string | number | boolean | null>>
}

type Sentence = (target: string, details: Recorded['details']) => string

const KEY_FIELDS: Readonly<Record<string, string>> = {
  name: 'its name',
  expiresAt: 'when it ends',
  allowedIps: 'the addresses that may use it',
  allowedOrigins: 'the websites that may use it',
}

const LIMITS: Readonly<Record<string, string>> = {
  keyPerMonth: 'answers per key',
  organizationPerHour: 'requests from all readers',
  ipPerDay: 'requests per IP address',
  projectPerHour: 'jobs per project',
}

const GAP_STATES: Readonly<Record<string, string>> = {
  dismissed: 'Dismissed',
  open: 'Reopened',
  snoozed: 'Snoozed',
}

/** What was done, as people say it; who did it stands beside it. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  'account.add-second-factor': () => 'Turned on the second factor',
  'account.begin-second-factor': () => 'Started to set up a second factor',
  'account.change': (_, { name, email, password }) =>
    `Changed their own ${listOf([name === true && 'name', email === true && 'email address', password === true && 'password']) || 'account'}`,
  'account.remove-second-factor': () => 'Turned off the second factor',
  'account.reset-password': () => 'Set a new password with a link',
  'assistant.ask': () => 'Asked the assistant',
  'assistant.explain': () => 'Looked at the evidence for an answer',
  'backup.make': (target) => `Made the backup ${target}`,
  'backup.note': (target) => `Noted the backup ${target} of another tool`,
  'backup.forget': (target) => `Removed the note of the backup ${target}`,
  'brand.change': (target) => `Changed the brand of ${target}`,
  'brand.remove-file': (target, { slot }) => `Removed a file of the brand of ${target}: ${slot ?? ''}`,
  'brand.upload': (target, { slot }) => `Uploaded a file of the brand of ${target}: ${slot ?? ''}`,
  'evaluation.remove': () => 'Removed a question from the evaluation set',
  'evaluation.save': () => 'Saved a question to the evaluation set',
  'measurement.cancel': () => 'Cancelled an evaluation or a model check',
  'measurement.start': (target) =>
    target === 'evaluation' ? 'Started an evaluation' : 'Started the check of a model',
  'gap.set-state': (_, { state, gaps }) =>
    `${GAP_STATES[String(state)] ?? 'Changed'} ${gaps === 1 ? 'a gap' : `${gaps ?? 'some'} gaps`}`,
  'gap.write': (target, details) => `Started ${jobOf(target, details)} to close a gap`,
  'job.archive': (target, details) => `Archived ${jobOf(target, details)}`,
  'job.cancel': (target, details) => `Cancelled ${jobOf(target, details)}`,
  'job.cancel-all': (_, details) => `Cancelled ${details.cancelled ?? 'all'} jobs`,
  'job.create': (target, details) => `Started ${jobOf(target, details)}`,
  'job.follow-up': (target, details) => `Sent a message to ${jobOf(target, details)}`,
  'job.repeat': (target, details) => `Ran ${jobOf(target, details)} again`,
  'job.restore': (target, details) => `Took ${jobOf(target, details)} out of the archive`,
  'key.change': (target, { name, fields, spendUsdPerMonth }) =>
    spendUsdPerMonth === undefined
      ? `Changed the key “${name ?? target}”${changedFields(fields, KEY_FIELDS)}`
      : typeof spendUsdPerMonth === 'number'
        ? `Set the spend cap of the key “${name ?? target}” to $${spendUsdPerMonth} a month`
        : `Removed the spend cap of the key “${name ?? target}”`,
  'key.create': (target, { name, kind, projects }) =>
    `Created the ${kind ?? 'API'} key “${name ?? target}”${projects ? ` for ${listOf(String(projects).split(' '))}` : ''}`,
  'channel.dry-run': (target, { place }) => `Tried answers in ${place ?? 'a channel'} of ${target}`,
  'channel.link': (target) => `Made a code for a channel of ${target}`,
  'key.restore': (target, { name, kind }) => `Put the ${kind ?? 'API'} key “${name ?? target}” back into use`,
  'key.revoke': (target, { name, kind }) => `Revoked the ${kind ?? 'API'} key “${name ?? target}”`,
  'limits.change': (_, details) =>
    `Changed the request limits${changedFields(Object.keys(details).join(', '), LIMITS)}`,
  'member.change-role': (target, { name, role }) => `Made ${name ?? target} ${withArticle(role)}`,
  'member.create-reset-link': (target, { name }) => `Created a password link for ${name ?? target}`,
  'member.invite': (_, details) =>
    details.for
      ? `Invited ${details.for} as ${withArticle(details.role)}`
      : `Created an invitation for ${withArticle(details.role)}`,
  'member.join': (_, { role }) => `Joined as ${withArticle(role)}`,
  'member.remove': (target, { name, email }) => `Removed ${name ?? email ?? target}`,
  'member.revoke-invitation': () => 'Withdrew an invitation',
  'model.try': (target) => `Tested the model ${target}`,
  'page-feedback.status': () => 'Changed the status of feedback on a page',
  'project.add': (target) => `Added the project ${target}`,
  'project.change': (target, { fields }) =>
    `Changed the project ${target}${fields ? `: ${listOf(String(fields).split(', '))}` : ''}`,
  'project.index': (target, { force }) =>
    force === true ? `Indexed all pages of ${target} again` : `Indexed ${target}`,
  'project.preview': (target, { branch }) =>
    `Made a preview of ${target}${branch ? `, branch ${branch}` : ''}`,
  'project.remove': (target) => `Removed the project ${target}`,
  'project.restore': (target) => `Restored the project ${target}`,
  'project.try': (target) => `Tested whether Docent can read ${target}`,
  'pull.merge': (target) => `Merged pull request #${target}`,
  'secret.enter': (target) => `Entered the credential ${target}`,
  'secret.remove': (target) => `Removed the credential ${target}`,
  'session.create-owner-link': () => 'Made a sign-in link for the owner',
  'session.inspect-link': () => 'Opened a link to sign in or join',
  'session.openid': (_, { issuer, isNew }) =>
    `Signed in by ${issuer ?? 'OpenID Connect'}${isNew === true ? ' for the first time' : ''}`,
  'session.openid-begin': () => 'Started to sign in with OpenID Connect',
  'session.owner-link': () => 'Signed in with the owner link',
  'session.sign-in': (_, { secondFactor, connected }) =>
    `Signed in${secondFactor ? ' with a second factor' : ''}${connected ? `, and connected ${connected}` : ''}`,
  'session.sign-out': () => 'Signed out',
  'session.sign-out-everywhere': () => 'Signed out everywhere',
  'task.retry': () => 'Tried a failed task again',
  'webhook.add': (_, { host }) => `Added a webhook endpoint${host ? ` at ${host}` : ''}`,
  'webhook.change': (_, { host }) => `Changed a webhook endpoint${host ? `, now at ${host}` : ''}`,
  'webhook.remove': () => 'Removed a webhook endpoint',
  'webhook.rotate': () => 'Replaced the secret of a webhook endpoint',
  'webhook.test': () => 'Sent a test event to a webhook endpoint',
  'webhook.resend': () => 'Sent a webhook again',
}

/** What was done in one sentence. An action that this dashboard doesn't know is shown as it is. */
export function auditSentence({ action, target, details }: Recorded): string {
  const sentence = Object.hasOwn(SENTENCES, action) ? SENTENCES[action] : undefined
  return sentence?.(target ?? '', details).trimEnd() ?? [action, target].filter(Boolean).join(' ')
}

/** The project in which it was done, where the sentence doesn't name it. */
export function auditProject({ action, target, details }: Recorded): string | undefined {
  const { project } = details
  return typeof project === 'string' && project !== target && !action.startsWith('project.')
    ? project
    : undefined
}

function changedFields(fields: Recorded['details'][string] | undefined, names: typeof KEY_FIELDS): string {
  const changed = String(fields ?? '').split(', ')
  const list = listOf(changed.map((field) => names[field]))
  return list === '' ? '' : `: ${list}`
}

/** Entries of older servers have no title. */
function jobOf(id: string, { title }: Recorded['details']): string {
  return typeof title === 'string' && title !== '' ? `the job “${title}”` : `job ${id}`
}

function withArticle(role: string | number | boolean | null | undefined): string {
  const name = String(role ?? 'member')
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
}

function listOf(names: readonly (string | number | boolean | null | undefined)[]): string {
  const given = names.filter((name) => typeof name === 'string' && name !== '').map(String)
  const last = given.pop() ?? ''
  return given.length === 0 ? last : `${given.join(', ')} and ${last}`
}
