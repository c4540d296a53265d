import { type ProtectedClass, system } from './protected-class.ts'

export const GIT_AND_REVIEW: ProtectedClass = {
  name: 'Git and review',
  why: 'decides what git does and who reviews',
  systems: [
    system('git', 'git-scm.com/docs/gitrepository-layout', '.git*', '.git*/', '.mailmap'),
    system(
      'CODEOWNERS',
      'docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners',
      'CODEOWNERS',
    ),
    system('Kubernetes OWNERS', 'www.kubernetes.dev/docs/guide/owners', 'OWNERS', 'OWNERS_ALIASES'),
    system('Mergify', 'docs.mergify.com/configuration/file-format', '.mergify.yml', '.mergify/'),
    system('Kodiak', 'kodiakhq.com/docs/config-reference', '.kodiak.toml'),
    system('bors', 'bors.tech/documentation', 'bors.toml'),
  ],
}
