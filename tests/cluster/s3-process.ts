// An S3 storage that can be killed: node s3-process.ts DIRECTORY PORT
import { s3Env, startS3 } from '#tests/setup/s3-server.ts'
import { startSwift, USES_SWIFT } from '#tests/setup/swift-server.ts'

const [directory = '', port] = process.argv.slice(2)
if (USES_SWIFT) {
  const stop = await startSwift(directory, s3Env(Number(port)))
  process.once('SIGTERM', () => void stop().then(() => process.exit()))
} else await startS3({ directory, port: Number(port) })
