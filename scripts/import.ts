// npm run import -- FILE --partner NAME [--website URL] [--currency CODE] [--email ADDRESS] [--no-images] [--free]
// [--encoding NAME] [--separator NAME]: imports a file with products into the shop.
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkStorage } from '#server/media/storage-pair.ts'
import { connect } from '#server/platform/db.ts'
import { parseEnv } from '#server/platform/env.ts'
import { AppError } from '#server/platform/errors.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'
import { fetchPictures } from '#server/importing/fetch-pictures.ts'
import { resumePictures } from '#server/quotas/resume-pictures.ts'
import { importProducts, type ImportResult } from '#server/importing/import-products.service.ts'
import { chosenReading, ENCODING_IDS } from '#server/importing/tables/table.schema.ts'
import { progress } from './progress.ts'

const USAGE = `Usage: npm run import -- FILE --partner NAME [--website URL] [--currency CODE] [--email ADDRESS] [--no-images] [--free] [--encoding NAME] [--separator NAME]
  FILE         a product export of Shopify, WooCommerce, Wix, Etsy, Magento, BigCommerce or PrestaShop, a Google or Facebook
               feed (XML, CSV or tab-separated), our own format, or a table with common column names
  --partner    business name of the partner that sells the products
  --website    URL of the partner's store, if it is new or has none; the domain counts as verified
  --currency   currency of the prices, such as EUR; required for a new partner
  --email      email address of a new partner, shown on its page
  --no-images  skips images; a later run downloads them
  --free       also imports products with a price of 0
  --encoding   encoding of the file, if it is not detected correctly: ${ENCODING_IDS.join(', ')}
  --separator  separator between columns, if it is not detected correctly: comma, semicolon, tab or pipe`
/** Enough warnings to recognise a pattern. Problems are not limited. */
const WARNINGS_SHOWN = 50
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const

const args = parseArguments()
const source = () => fs.createReadStream(args.file, { highWaterMark: 256 * 1024 })
refuseUnreadableFile(args.file)
const env = parseEnv(process.env)
const database = await openDatabase(env)
const db = connect(database.url, { poolSize: 4 })
try {
  await checkStorage(db, env.DATA_DIR)
  const result = await importProducts(db, {
    source,
    partner: { name: args.partner, websiteUrl: args.website, currency: args.currency, email: args.email },
    fileName: path.basename(args.file),
    reading: args.reading,
    onProgress: (products) => progress(`${products} products`),
  })
  report(result)
  if (!args.withoutImages) await bringPictures(result)
  const imported = result.created + result.updated + result.unchanged
  process.exitCode = imported > 0 || result.problems.length === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof AppError)) throw error
  progress('')
  console.error(`${error.message}\nNothing was imported.`)
  process.exitCode = 1
} finally {
  await db.$disconnect()
  await database.release()
}
// Prisma's schema engine leaves a timer of 10 s behind, which would delay the exit.
process.exit()

function parseArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        partner: { type: 'string' },
        website: { type: 'string' },
        currency: { type: 'string' },
        email: { type: 'string' },
        'no-images': { type: 'boolean' },
        free: { type: 'boolean' },
        encoding: { type: 'string' },
        separator: { type: 'string' },
      },
    })
    const [file, ...others] = positionals
    if (!file || others.length || !values.partner)
      throw new Error(
        others.length
          ? `You can import only one file at a time. Remove ${others.join(', ')}.`
          : 'Enter a file and a partner.',
      )
    return {
      file,
      partner: values.partner,
      website: values.website,
      currency: values.currency,
      email: values.email,
      withoutImages: values['no-images'] ?? false,
      reading: parseReading(values),
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(1)
  }
}

function parseReading({ free, encoding, separator }: { free?: boolean; encoding?: string; separator?: string }) {
  const { success, data } = chosenReading.safeParse({
    ...(free ? { takesFree: true } : {}),
    ...(encoding === undefined ? {} : { encoding: encoding.toLowerCase() }),
    ...(separator === undefined ? {} : { separator: SEPARATORS[separator as keyof typeof SEPARATORS] ?? separator }),
  })
  if (!success) throw new Error('We do not support this encoding or separator.')
  return data
}

function refuseUnreadableFile(file: string): void {
  try {
    if (fs.statSync(file).isDirectory()) throw new Error('it is a folder')
    fs.accessSync(file, fs.constants.R_OK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    console.error(
      `${file} cannot be read: ${code === 'ENOENT' ? 'the file does not exist' : message}.\nNothing was imported.`,
    )
    process.exit(1)
  }
}

function report({
  partner,
  reading,
  created,
  updated,
  unchanged,
  skipped,
  problems,
  warnings,
  partnerWarnings,
}: ImportResult): void {
  progress('')
  console.log(`Read as: ${reading}.`)
  console.log(
    `${partner.businessName}${partner.isNew ? ' (new)' : ''}: ${created} created, ${updated} updated, ${unchanged} unchanged${skipped ? `, ${skipped} skipped` : ''}.`,
  )
  for (const warning of partnerWarnings) console.log(`Note: ${warning}`)
  if (warnings.length) {
    console.log(`\n${plural(warnings.length, 'warning')}:`)
    for (const warning of warnings.slice(0, WARNINGS_SHOWN)) console.log(`  ${place(warning)}: ${warning.reason}`)
    if (warnings.length > WARNINGS_SHOWN) console.log(`  and ${warnings.length - WARNINGS_SHOWN} more`)
  }
  if (!problems.length) return
  console.log(`\nNot imported (${plural(problems.length, 'problem')}):`)
  for (const problem of problems) console.log(`  ${place(problem)}: ${problem.reason}`)
}

async function bringPictures({ partner, table }: ImportResult): Promise<void> {
  await db.$transaction((tx) => resumePictures(tx, partner.id))
  const { fetched, failed, warnings, limitReason, unreachable } = await fetchPictures(db, {
    partnerId: partner.id,
    dataDir: env.DATA_DIR,
    table,
    onProgress: (done) => progress(`${done} images`),
  })
  progress('')
  if (fetched || failed) console.log(`\n${plural(fetched, 'image')} downloaded${failed ? `, ${failed} failed` : ''}.`)
  if (limitReason) console.log(`  We could not download all images. ${limitReason}`)
  for (const warning of warnings.slice(0, WARNINGS_SHOWN)) console.log(`  ${place(warning)}: ${warning.reason}`)
  if (warnings.length > WARNINGS_SHOWN) console.log(`  and ${warnings.length - WARNINGS_SHOWN} more`)
  for (const { host, pictures, reason } of unreachable) {
    console.log(
      `  ${plural(pictures, 'image')} could not be downloaded from ${host} (${reason}). The shop keeps trying for five days.`,
    )
  }
}

function place({ line, handle }: { line: number; handle: string }): string {
  return [line ? `line ${line}` : '', handle].filter(Boolean).join(', ') || 'an earlier import'
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
