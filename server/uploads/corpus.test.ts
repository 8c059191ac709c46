import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCorpus, type CorpusFile } from './corpus.ts'
import type { ExamineAnswer } from './examine-file.ts'
import { ExaminingProcess } from './start-examine-process.ts'

let folder: string
let files: CorpusFile[]
let answers: ExamineAnswer[]

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-corpus-'))
  files = await makeCorpus()
  const examining = new ExaminingProcess({ maxWaiting: Infinity, maxWaitingOfOwner: Infinity })
  answers = await Promise.all(
    files.map(async ({ slot, bytes }, index) => {
      const file = path.join(folder, String(index))
      await fs.writeFile(file, bytes)
      return examining.examine({ file, slot }, 'a store')
    }),
  )
}, 120_000)
afterAll(() => fs.rm(folder, { recursive: true }))

const outcomeOf = (answer: ExamineAnswer | undefined) => (answer && 'problem' in answer ? 'refused' : 'kept')

test('correctly accepts or refuses more than two hundred files', () => {
  expect(files.length).toBeGreaterThanOrEqual(200)
  const wrong = files.filter(({ expected }, index) => expected !== 'either' && expected !== outcomeOf(answers[index]))
  expect(wrong.map(({ name, expected }) => `${name}: not ${expected}`)).toEqual([])
  const count = (kind: 'problem' | 'picture' | 'video') => answers.filter((answer) => kind in answer).length
  expect(count('problem') + count('picture') + count('video')).toBe(files.length)
  expect(`${count('picture')} pictures drawn anew, ${count('video')} videos kept`).toMatch(
    /^\d\d+ pictures drawn anew, [23] videos kept$/,
  )
})

test('explains every refusal in a sentence', () => {
  const problems = new Set(
    answers.flatMap((answer) => ('problem' in answer ? [answer.problem.replace(/\d+/, 'N')] : [])),
  )
  for (const words of problems) expect(words).toMatch(/^[A-Z][^:]*(: [^:]*)?\.( [A-Z].*\.)?$/)
})

test('stores images without metadata or foreign bytes, upright and in sRGB', async () => {
  for (const [index, answer] of answers.entries()) {
    if (!('picture' in answer)) continue
    const bytes = await fs.readFile(answer.picture.file)
    const { exif, icc, xmp, iptc, comments, orientation, pages, space, depth, width } = await sharp(bytes).metadata()
    expect({ exif, icc, xmp, iptc, comments, orientation, pages, depth }, files[index]?.name).toEqual({
      depth: 'uchar',
    })
    expect(['srgb', 'b-w']).toContain(space)
    expect(bytes.toString('latin1')).not.toMatch(/<script|<svg|<\?php|PK\x03\x04|GPSLat/)
    expect(width).toBe(answer.picture.width)
    if (/^turned-[5-8]/.test(files[index]?.name ?? '')) expect(answer.picture).toMatchObject({ width: 64, height: 96 })
  }
})

test('marks only videos in a browser format as playable', () => {
  const playable = files.filter((_, index) => {
    const answer = answers[index]
    return answer && 'video' in answer && answer.video.isPlayable
  })
  expect(playable.map(({ name }) => name).filter((name) => name !== 'film + page')).toEqual(['whole.mp4'])
})
