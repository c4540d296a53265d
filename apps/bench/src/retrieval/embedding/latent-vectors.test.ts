import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StaticModelProvider } from '@docent/model-static'
import { expect, onTestFinished, test } from 'vitest'
import { latentVectors } from './latent-vectors.ts'
import { writeModel } from './write-model.ts'

const SHIP = ['lantern mast rope', 'mast rope lantern', 'rope mast lantern mast', 'rope lantern']
const KITCHEN = ['flour oven butter', 'oven butter flour', 'butter flour', 'oven flour butter']

test('a model of few texts is read as a model, and puts words of the same texts near each other', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-latent-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const vectors = latentVectors([...SHIP, ...KITCHEN], { dimensions: 2, mostWords: 100, leastTexts: 2 })
  writeModel(join(directory, 'small'), vectors)
  const model = new StaticModelProvider({ name: 'static', directory }).embedding('small')
  const [mast = [], rope = [], oven = []] = (await model.doEmbed({ values: ['Mast', 'rope', 'oven'] }))
    .embeddings
  const near = (one: number[], other: number[]) =>
    one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
  expect(near(mast, rope)).toBeGreaterThan(0.5)
  expect(Math.abs(near(mast, oven))).toBeLessThan(0.1)
})
