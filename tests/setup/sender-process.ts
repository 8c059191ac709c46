// Sends mails in a process of its own, for tests that kill it: node tests/setup/sender-process.ts '{"databaseUrl": ..., "smtp": ..., "pace": ...}'
import { connect } from '#server/platform/db.ts'
import { startJobs, type JobsOptions } from '#server/platform/jobs.ts'
import { log } from '#server/platform/log.ts'

log.level = 'silent'
const options = JSON.parse(process.argv[2] ?? '') as Omit<JobsOptions, 'db'>
await startJobs({ ...options, db: connect(options.databaseUrl, { poolSize: 4 }) }).ready
console.log('ready')
