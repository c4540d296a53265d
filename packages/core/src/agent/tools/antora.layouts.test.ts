import { describe, expect, test } from 'vitest'
import { readFixtureSite } from '../../../../content/test/read-fixture-site.ts'
import { toolScene } from '../../../test/tool-scene.ts'
import { checkDocs } from './check-docs.ts'
import { deleteFile } from './delete-file.ts'
import { moveFile } from './move-file.ts'
import { writeFile } from './write-file.ts'

const BACKUP = 'modules/guides/pages/operate/backup.adoc'
const site = () => toolScene(readFixtureSite('antora'))

describe('the agent in an Antora site', () => {
  test('renames a page within its module: xrefs, navigation and an alias follow', async () => {
    const scene = site()
    const to = 'modules/guides/pages/operate/backups.adoc'
    expect((await scene.call(moveFile, { from: BACKUP, to })).split('\n')).toEqual([
      `Moved ${BACKUP} to ${to}.`,
      'Rewrote the links to it in 4 pages: modules/ROOT/pages/install.adoc, modules/guides/pages/operate/upgrade.adoc, modules/guides/pages/retention.adoc, modules/reference/pages/cli.adoc.',
      'In modules/guides/nav.adoc: renamed its entry.',
      `In ${to}: added a redirect from /kestrel/2.4/guides/operate/backup to /kestrel/2.4/guides/operate/backups.`,
    ])
    expect(await scene.text('modules/guides/nav.adoc')).toContain(
      '** xref:operate/backups.adoc[Back up and restore]',
    )
    expect(await scene.text('modules/ROOT/pages/install.adoc')).toContain(
      'xref:guides:operate/backups.adoc#what-to-back-up[what to back up]',
    )
    const upgrade = await scene.text('modules/guides/pages/operate/upgrade.adoc')
    expect(upgrade).toContain('xref:operate/backups.adoc#make-a-backup[Make a backup]')
    expect(upgrade).toContain('xref:guides:operate/backups.adoc#restore-a-backup[the backup]')
    expect(await scene.text(to)).toContain('= Back up and restore\n:page-aliases: operate/backup.adoc\n')
    expect(await scene.text(to)).toContain('xref:./monitor.adoc#offsets[the monitor]')
    expect(await scene.call(checkDocs, {})).toMatch(/No new problem was found\.$/)
  })

  test('moves a page to another module: its own references and images name the old one', async () => {
    const scene = site()
    const [from, to] = ['modules/ROOT/pages/install-linux.adoc', 'modules/guides/pages/linux.adoc']
    await scene.call(moveFile, { from, to })
    expect(await scene.text(to)).toContain('image::ROOT:unit-states.png[States of the unit]')
    expect(await scene.text(to)).toContain('xref:guides:first-stream.adoc[write a stream]')
    expect(await scene.text(to)).toContain(':page-aliases: ROOT:install-linux.adoc')
    expect(await scene.text('modules/ROOT/nav.adoc')).toContain('** xref:guides:linux.adoc[On Linux]')
    expect(await scene.text('modules/ROOT/pages/install.adoc')).toContain('xref:guides:linux.adoc[Package]')
    expect(await scene.call(checkDocs, {})).toMatch(/No new problem was found\.$/)
  })

  test('a page that goes back is no alias of itself', async () => {
    const scene = site()
    const to = 'modules/guides/pages/operate/backups.adoc'
    await scene.call(moveFile, { from: BACKUP, to })
    await scene.call(moveFile, { from: to, to: BACKUP })
    expect(await scene.text(BACKUP)).toContain(':page-aliases: operate/backups.adoc\n')
    expect(await scene.text('modules/guides/nav.adoc')).toBe(
      readFixtureSite('antora')['modules/guides/nav.adoc'],
    )
  })

  test('moves a partial, and the pages that include it follow', async () => {
    const scene = site()
    const from = 'modules/ROOT/partials/requirements.adoc'
    await scene.call(moveFile, { from, to: 'modules/ROOT/partials/needs.adoc' })
    expect(await scene.text('modules/ROOT/pages/install.adoc')).toContain('include::partial$needs.adoc[]')
  })

  test('deletes a page with its line of the navigation, and names the pages that link to it', async () => {
    const scene = site()
    const told = await scene.call(deleteFile, { path: BACKUP })
    expect(told).toContain('In modules/guides/nav.adoc: removed its entry.')
    expect(await scene.text('modules/guides/nav.adoc')).not.toContain('backup')
    const checked = await scene.call(checkDocs, {})
    expect(checked).toContain(
      `modules/guides/pages/operate/upgrade.adoc:3 [broken-link] "operate/backup.adoc#make-a-backup" leads to ${BACKUP}, which does not exist.`,
    )
    expect(checked).toContain('modules/reference/pages/cli.adoc:6')
  })

  test('tells of xrefs, includes, images and navigation entries that lead nowhere, and of what Asciidoctor refuses', async () => {
    const scene = site()
    const path = 'modules/guides/pages/new.adoc'
    const content = [
      '= New',
      'include::partial$none.adoc[]',
      'xref:ROOT:none.adoc[a] xref:ROOT:concepts.adoc#none[b] xref:#none[c] xref:other::page.adoc[elsewhere]',
      'xref:ROOT:setup.adoc[by its alias] xref:ROOT:concepts.adoc#Offsets[by its title]',
      '',
      'image::none.png[]',
      '',
      '----',
      'xref:none.adoc[in code]',
      '',
    ].join('\n')
    await scene.workspace.write(path, content)
    const nav = await scene.text('modules/guides/nav.adoc')
    await scene.call(writeFile, { path: 'modules/guides/nav.adoc', content: `${nav}* xref:nowhere.adoc[]\n` })
    const lines = (await scene.call(checkDocs, {})).split('\n')
    expect(
      lines.filter((line) => line.startsWith('- ')).map((line) => line.replace(/^- modules\/guides\//, '')),
    ).toEqual([
      'pages/new.adoc:2 [broken-link] "partial$none.adoc" leads to modules/guides/partials/none.adoc, which does not exist.',
      'pages/new.adoc:3 [broken-link] "ROOT:none.adoc" leads to modules/ROOT/pages/none.adoc, which does not exist.',
      'pages/new.adoc:3 [broken-anchor] "ROOT:concepts.adoc#none" names #none, which /kestrel/2.4/concepts does not have.',
      'pages/new.adoc:6 [broken-image] "none.png" names no image file.',
      'pages/new.adoc:8 [asciidoc-invalid] The page is not valid AsciiDoc: unterminated listing block.',
      'nav.adoc:8 [navigation-missing-page] "nowhere.adoc" leads to no page: add the page, or take the entry out.',
      'pages/new.adoc:1 [navigation-unlisted] No entry of antora.yml leads to this page, and readers would not find it: add one.',
    ])
  })
})
