// node scripts/draw-empty-states.ts: regenerates public/drawings; run it when demo/drawings/draw-brand.ts changes.
import fs from 'node:fs/promises'
import path from 'node:path'
import { drawEmpty } from '#demo/drawings/draw-brand.ts'

const folder = path.resolve(import.meta.dirname, '../public/drawings')
await fs.mkdir(folder, { recursive: true })
for (const scene of ['no-results', 'empty-store', 'not-found', 'error'] as const)
  await fs.writeFile(path.join(folder, `${scene}.svg`), drawEmpty(scene))
