// The process that start-examine-process.ts starts. Does not use the database. A file that crashes a decoder crashes
// only this process.
import os from 'node:os'
import sharp from 'sharp'
import { examineFile, type ExamineOrder } from './examine-file.ts'

os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
sharp.concurrency(1)
sharp.cache(false)
// The terminal sends Ctrl-C here too, but only the parent may end this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (order: ExamineOrder) => void examineFile(order).then((answer) => process.send?.(answer)))
