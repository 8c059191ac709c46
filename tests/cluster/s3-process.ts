// An S3 storage that can be killed: node s3-process.ts DIRECTORY PORT
import { startS3 } from '#tests/setup/s3-server.ts'

const [directory = '', port] = process.argv.slice(2)
await startS3({ directory, port: Number(port) })
