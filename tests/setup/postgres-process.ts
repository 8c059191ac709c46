// Joins the PostgreSQL of a DATA_DIR as another command would, and sends its address: for tests of several processes that share one.
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'

const { url } = await startEmbeddedPostgres(process.argv[2] ?? '', { durable: false })
process.send?.(url)
