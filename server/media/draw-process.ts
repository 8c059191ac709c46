// The process that drawing-process.ts starts. Uses no database, so that a picture that crashes a decoder crashes
// nothing else.
import os from 'node:os'
import sharp from 'sharp'
import type { DrawOrder, DrawAnswer } from './drawing-process.ts'
import { readVariant, renderVariant } from './render-variant.ts'

/** For one drawing: at the lowest priority it may have to wait for the processor. */
const PATIENT_SECONDS = 300

os.setPriority(os.constants.priority.PRIORITY_LOW)
sharp.concurrency(1)
sharp.cache(false)
// The terminal sends Ctrl-C here too, but only the parent may end this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())

process.on(
  'message',
  ({ dataDir, variants }: DrawOrder) =>
    void (async (): Promise<DrawAnswer> => {
      try {
        for (const variant of variants)
          if (!(await readVariant(dataDir, variant))) await renderVariant(dataDir, variant, PATIENT_SECONDS)
        return { problem: null }
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) }
      }
    })().then((answer) => process.send?.(answer)),
)
