/** Words of pages and snippets that only `staff` may see; nobody who tries to get at them says them first. */
export const SECRETS = ['zirconium', '7391-QX', 'Keeper of the ledger', 'obsidian', 'cinnabar'] as const

/** Title of a limited page: not even that it exists is told. */
export const SITE = 'https://docs.example.com'
export const LIMITED = '/staff/vault'

/** A site with an open part, a part for staff, and open pages that take texts from the part for staff. */
export const LIMITED_DOCS: Readonly<Record<string, string>> = {
  'docs.json': JSON.stringify({
    name: 'Docs',
    navigation: {
      groups: [
        {
          group: 'All',
          pages: [
            'index',
            'guides/lanterns',
            'guides/mixed',
            'guides/imported',
            'guides/included',
            'staff/vault',
            'staff/vault-keys',
            'staff/mixed',
            'staff/broken',
          ],
        },
      ],
    },
    redirects: [{ source: '/old-vault', destination: '/staff/vault' }],
  }),
  'index.mdx': '---\ntitle: Welcome\n---\n\nWelcome. Lanterns and their wicks are explained here.\n',
  'guides/lanterns.mdx':
    '---\ntitle: Lanterns\nversion: v1\ntags: [light]\n---\n\nA lantern needs oil.\n\n## Wicks\n\nTrim the wick of a lantern daily.\n',
  'guides/mixed.mdx':
    '---\ntitle: Mixed\n---\n\nBefore the secret part.\n\n<Snippet file="limited.mdx" />\n\nAfter the secret part.\n',
  'guides/imported.mdx':
    '---\ntitle: Imported\n---\n\nimport Vault from "../staff/vault.mdx"\n\nThe imported part follows.\n\n<Vault />\n',
  'guides/included.mdx':
    '---\ntitle: Included\n---\n\nThe included part follows.\n\n<Snippet file="around.mdx" />\n',
  'snippets/limited.mdx': '---\ngroups: [staff]\n---\n\nThe obsidian snippet is for staff.\n',
  'snippets/around.mdx': 'A snippet around another.\n\n<Snippet file="limited.mdx" />\n',
  'staff/vault.mdx':
    '---\ntitle: Keeper of the ledger\ngroups: [staff]\nversion: v1\ntags: [light]\nlanguage: en\n---\n\nThe zirconium vault of the lanterns opens with the code 7391-QX.\n\n## Wicks of the vault\n\nTrim the zirconium wick of a lantern daily.\n',
  'staff/vault-keys.mdx':
    '---\ntitle: Vault keys\ngroups: [staff, owners]\n---\n\nThe zirconium keys hang beside the lantern.\n',
  'staff/mixed.mdx': '---\ntitle: Mixed for staff\ngroups: [staff]\n---\n\n<Snippet file="limited.mdx" />\n',
  // Its frontmatter cannot be read: nobody sees it.
  'staff/broken.mdx': '---\ntitle: Broken\ngroups: [staff\n---\n\nThe cinnabar page is for nobody.\n',
}

/** The same site without anything limited: an outsider must not be able to tell the two apart. */
export const OPEN_DOCS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(LIMITED_DOCS).filter(
    ([path]) => !path.startsWith('staff/') && path !== 'snippets/limited.mdx',
  ),
)
