import path from 'node:path'
import { PgBoss } from 'pg-boss'
import { backUpApart } from '#server/operations/backup/backup-queue.ts'
import { runBackup } from '#server/operations/backup/backups.service.ts'
import { runCheck } from '#server/operations/database/integrity.service.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { enterAs, expect, openAlive, test } from '../accounts.ts'

test('an admin searches and exports the audit log, retries a failed job, and requests a backup and a check', async ({
  page,
  db,
}) => {
  const admin = await createUser(db, { role: 'admin' })
  const partner = await createPartner(db, {
    verificationStatus: 'approved',
    businessName: `Audited ${newId()}`,
  })
  const data = { before: { standing: 'pending' }, after: { standing: 'approved' }, reason: 'All is well' }
  await db.auditEntry.create({ data: { actorId: admin.id, action: 'partner_approved', subjectId: partner.id, data } })
  await enterAs(page, db, admin.id)

  await openAlive(page, '/admin/audit')
  await page.getByLabel('About: ID, email or partner').fill(partner.businessName)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]about=Audited/)
  const row = page.getByRole('row').filter({ hasText: 'Approved a partner' })
  await expect(row).toContainText('standing: pending → approved')
  await expect(row.getByRole('link', { name: partner.businessName, exact: true })).toHaveAttribute(
    'href',
    `/admin/partners/${partner.id}`,
  )
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'JSON Lines' }).click()
  const file = await (await download).createReadStream()
  let text = ''
  for await (const part of file) text += String(part)
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { about: string }).about),
  ).toEqual([partner.businessName])

  const jobId = await failedJob(db)
  await openAlive(page, '/admin/database')
  const failed = page.getByRole('listitem').filter({ hasText: `broken ${jobId}` })
  await failed.getByText(/^Retry job in/).click()
  await failed.getByRole('button', { name: 'Retry this job' }).click()
  await expect(failed).toHaveCount(0)
  expect(await db.auditEntry.count({ where: { action: 'job_retried', subjectId: jobId } })).toBe(1)

  const dataDir = process.env.SHOP_DATA_DIR ?? ''
  await expect(page.getByText('There is no backup yet.')).toBeVisible()
  await page.getByText('Back up now').first().click()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText('A backup is waiting for a worker')).toBeVisible()
  // Does the job's work, because the tests' shop runs no jobs.
  const postgres = await startEmbeddedPostgres(dataDir)
  const job = { db, dataDir, folder: path.join(dataDir, 'backups'), keepDays: 7, siteUrl: 'http://localhost' }
  await runBackup(job, backUpApart(postgres.url)).finally(() => postgres.release())
  await page.reload()
  await expect(
    page.getByText(/^The last successful backup is .* old: wtf-.*Z\.tar, \d+ MB, [\d,]+ rows, [\d,]+ files\./),
  ).toBeVisible()

  await page.getByText('Check now').first().click()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Check requested.')).toBeVisible()
  await runCheck({ db, dataDir })
  await page.reload()
  await expect(page.getByText('Helpful votes on reviews')).toBeVisible()
})

/** Creates a failed job in a queue without workers. */
async function failedJob(db: Db): Promise<string> {
  const id = newId()
  const postgres = await startEmbeddedPostgres(process.env.SHOP_DATA_DIR ?? '')
  const boss = new PgBoss({ connectionString: postgres.url, supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.createQueue('broken-by-a-test')
  await boss.stop({ graceful: false })
  await postgres.release()
  await db.$executeRaw`
    INSERT INTO pgboss.job (id, name, data, state, retry_limit, retry_count, output, completed_on)
    VALUES (${id}::uuid, 'broken-by-a-test', '{}', 'failed', 0, 0, jsonb_build_object('message', 'broken ' || ${id}), now())`
  return id
}
