// An S3 storage that can be killed: node s3-process.ts DIRECTORY PORT
import { s3Env, startS3 } from '#tests/setup/s3-server.ts'
import { startSwift, USES_SWIFT } from '#tests/setup/swift-server.ts'

const [directory = '', port] = process.argv.slice(2)
if (USES_SWIFT) {
  const starting = startSwift(directory, s3Env(Number(port)))
  process.once('SIGTERM', () => void starting.then((stop) => stop()).then(() => process.exit()))
  await starting
} else await startS3({ directory, port: Number(port) })
