// npm run storage:move -- to-s3 | to-disk: copies the shop's files from the folder DATA_DIR to the S3 bucket, or back.
import { diskStorage } from '#server/media/disk-storage.ts'
import { moveFiles } from '#server/media/move-files.ts'
import { openBucket } from '#server/media/storage.ts'
import { parseEnv } from '#server/platform/env.ts'
import { formatBytes } from '#server/platform/file-size.schema.ts'
import { progress } from './progress.ts'

const [direction, ...others] = process.argv.slice(2)
if (others.length || (direction !== 'to-s3' && direction !== 'to-disk')) {
  console.error('Usage: npm run storage:move -- to-s3\n       npm run storage:move -- to-disk')
  process.exit(1)
}
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const { DATA_DIR } = parseEnv(process.env)
const bucket = openBucket()
if (!bucket) throw new Error('Set S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for this command.')
const disk = diskStorage(DATA_DIR)
const [from, to] = direction === 'to-s3' ? [disk, bucket] : [bucket, disk]
try {
  const { files, bytes, found } = await moveFiles(from, to, {
    signal: stopping.signal,
    onProgress: (moved) => progress(`Copying: ${moved.files.toLocaleString('en')} files, ${formatBytes(moved.bytes)}`),
  })
  progress('')
  console.log(
    `All ${files.toLocaleString('en')} files (${formatBytes(bytes)}) are in ${to.name} and were verified. ${found.toLocaleString('en')} had already been copied.`,
  )
  console.log(
    `Files added in the meantime are only in ${from.name}. To copy them, stop the shop and run the command again. Then ${direction === 'to-s3' ? 'set S3_URL for all processes' : 'remove S3_URL from the settings'} and start the shop. Nothing was deleted in ${from.name}.`,
  )
} catch (error) {
  progress('')
  if (!stopping.signal.aborted) throw error
  console.error('Stopped. Run the command again to continue. Nothing was deleted.')
  process.exitCode = 1
}
