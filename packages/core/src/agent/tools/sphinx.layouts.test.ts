import { describe, expect, test } from 'vitest'
import { readFixtureSite } from '../../../../content/test/read-fixture-site.ts'
import { toolScene } from '../../../test/tool-scene.ts'
import { checkDocs } from './check-docs.ts'
import { deleteFile } from './delete-file.ts'
import { moveFile } from './move-file.ts'

describe('the agent in a Sphinx site with MyST', () => {
  test('renames a page: toctree, roles and links follow in the style they had', async () => {
    const scene = toolScene(readFixtureSite('sphinx'))
    const from = 'docs/guide/first-model.md'
    const to = 'docs/start/model.md'
    const told = await scene.call(moveFile, { from, to })
    expect(told).toContain('docs/changelog.md, docs/guide/forecast.md, docs/install.md')
    expect(told).toContain('In docs/index.md: renamed its entry.')
    expect(await scene.text('docs/index.md')).toContain(
      '\ninstall\nstart/model\nGaps in the data <guide/gaps>\n',
    )
    expect(await scene.text('docs/install.md')).toContain('{doc}`start/model`, or read')
    expect(await scene.text('docs/changelog.md')).toContain('[the guide](start/model.md)')
    expect(await scene.text('docs/guide/forecast.md')).toContain('(../start/model.md#harmonic-constituents)')
    const own = await scene.text(to)
    expect(own).toContain('{doc}`install </install>`')
    expect(own).toContain('[the configuration](../reference/configuration.md)')
    expect(await scene.call(checkDocs, {})).toMatch(/No new problem was found\.$/)
  })

  test('a deleted page loses its entry of the toctree, and is told of in every role that names it', async () => {
    const scene = toolScene(readFixtureSite('sphinx'))
    await scene.call(deleteFile, { path: 'docs/reference/units.md' })
    expect(await scene.text('docs/index.md')).not.toContain('units')
    const checked = await scene.call(checkDocs, {})
    for (const place of ['docs/guide/forecast.md:11', 'docs/reference/configuration.md:9'])
      expect(checked).toContain(place)
  })

  test('renames, adds, and deletes pages in reStructuredText', async () => {
    const scene = toolScene(readFixtureSite('sphinx-rst'))
    const told = await scene.call(moveFile, { from: 'docs/guide/first.rst', to: 'docs/start/model.rst' })
    expect(told).toContain('No redirect was added')
    const index = await scene.text('docs/guide/index.rst')
    expect(index).toContain('\n   ../start/model\n   tabs\n')
    expect(await scene.text('docs/start/model.rst')).toContain('.. include:: ../snippets/shared.rst')
    expect(await scene.call(checkDocs, {})).toMatch(/No new problem was found\.$/)
    await scene.call(deleteFile, { path: 'docs/reference/cli.rst' })
    expect(await scene.text('docs/index.rst')).not.toContain('reference/cli')
    expect(await scene.call(checkDocs, {})).toContain('docs/install.rst:8')
  })

  test('renames a page of a Jupyter Book with its entry in the table of contents', async () => {
    const scene = toolScene(readFixtureSite('jupyter-book'))
    await scene.call(moveFile, { from: 'chapters/levees.md', to: 'chapters/dikes.md' })
    expect(await scene.text('_toc.yml')).toContain('          - file: chapters/dikes\n')
    expect(await scene.text('chapters/floods.md')).toContain('{doc}`/chapters/dikes`')
    expect(await scene.call(checkDocs, {})).toMatch(/No new problem was found\.$/)
  })
})
