import type { LanguageRules } from './language-rules.ts'

/** Formats that any project may use: Docker Compose services, GitHub workflows, built-in Kubernetes objects, systemd units. */
const FORMATS: readonly (readonly RegExp[])[] = [
  [/^services:/m, /^[ \t]+image:/m],
  [/^jobs:/m, /^(?:on:|[ \t]+(?:runs-on|steps):)/m],
  [/^[ \t]*- uses: [\w.-]+\/[\w./-]+@/m],
  [/^apiVersion: (?:v1|(?:apps|batch|autoscaling|policy|[a-z.]+\.k8s\.io)\/v\d\w{0,8})$/m],
  [/^\[(?:Unit|Service|Timer|Socket|Install)\]$/m],
]

export function isForeignFormat(code: string, { family }: LanguageRules): boolean {
  if (family !== 'data' && family !== 'none') return false
  return FORMATS.some((signs) => signs.every((sign) => sign.test(code)))
}
