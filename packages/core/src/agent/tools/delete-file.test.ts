import { expect, test } from 'vitest'
import { toolScene } from '../../../test/tool-scene.ts'
import { deleteFile } from './delete-file.ts'

test('delete_file takes the entries of a page out, and answers what still points to it', async () => {
  const scene = toolScene({
    'docs.json': '{\n  "navigation": ["a", "b"]\n}\n',
    'a.mdx': '# A\n',
    'b.mdx': '[a](/a)\n\nSee [a again](./a.mdx#x) and a.\n',
    'c.mdx': 'Nothing about it: (a) /a.\n',
  })
  expect(await scene.call(deleteFile, { path: 'a.mdx' })).toBe(
    'Deleted a.mdx.\nStill linked from b.mdx:1, 3.\nIn docs.json: removed its entry.',
  )
  expect(await scene.call(deleteFile, { path: 'c.mdx' })).toBe('Deleted c.mdx.')
  expect([...scene.context.touched]).toEqual(['a.mdx', 'docs.json', 'c.mdx'])
})
