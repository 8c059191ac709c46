import type { Browser } from '@playwright/test'
import { BROWSER_HEADERS, fetchAnswer } from './answer.ts'
import { launchBrowser } from './launch-browser.ts'
import type { Lifetime } from './lifetime.ts'
import { format, printTable } from './print-table.ts'
import type { ShopUnderTest } from './shop-under-test.ts'

const AIM_KB = 110
const KINDS = ['document', 'script', 'stylesheet', 'font'] as const
type Kind = (typeof KINDS)[number]
const ENCODINGS = ['gzip', 'br', 'identity'] as const
type Encoding = (typeof ENCODINGS)[number]

/**
 * Measures the transfer size of a first visit to each page, in kilobytes (1,000 bytes). Counts only gzipped bodies,
 * without pictures.
 */
export async function benchmarkJavaScript(shop: ShopUnderTest, lifetime: Lifetime): Promise<string> {
  const browser = await launchBrowser(lifetime)
  const rows: Array<{ page: string } & Record<Encoding, Transfer>> = []
  for (const [page, path] of Object.entries(shop.paths))
    rows.push({ page, ...(await measureVisit(browser, shop.url, path)) })
  await browser.close()
  printTable(
    `JavaScript and what comes with it on a first visit, gzipped (aim: at most ${AIM_KB} KB of JavaScript)`,
    rows.map(({ page, gzip, br, identity }) => ({
      page,
      'JavaScript KB': kilobytes(gzip.bytes.script),
      files: gzip.scripts,
      aim: kilobytes(gzip.bytes.script) <= AIM_KB ? 'met' : 'MISSED',
      'with brotli KB': kilobytes(br.bytes.script),
      'CSS KB': kilobytes(gzip.bytes.stylesheet),
      'fonts KB': kilobytes(gzip.bytes.font),
      'HTML KB': kilobytes(gzip.bytes.document),
      'HTML plain KB': kilobytes(identity.bytes.document),
    })),
  )
  return `javascript: ${rows.map(({ page, gzip }) => `${page} ${format(kilobytes(gzip.bytes.script))} KB`).join(', ')} gzipped`
}

const kilobytes = (bytes: number) => bytes / 1000

interface Transfer {
  /** Transferred bytes of bodies. */
  bytes: Record<Kind, number>
  scripts: number
}

/**
 * Opens the page in a fresh browser context, and waits until the network has been idle for half a second. Then requests
 * the same files in each encoding, because a browser cannot choose one. Leaves out pictures.
 */
async function measureVisit(browser: Browser, shopUrl: string, path: string): Promise<Record<Encoding, Transfer>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const kinds = new Map<string, Kind>()
  try {
    const page = await context.newPage()
    await page.route('**/img/**', (route) => route.abort())
    page.on('response', (response) => {
      const kind = KINDS.find((candidate) => candidate === response.request().resourceType())
      if (kind && response.url().startsWith(shopUrl)) kinds.set(response.url(), kind)
    })
    await page.goto(shopUrl + path, { waitUntil: 'networkidle' })
  } finally {
    await context.close()
  }
  const transfers = ENCODINGS.map(async (encoding): Promise<[Encoding, Transfer]> => {
    const transfer: Transfer = { bytes: { document: 0, script: 0, stylesheet: 0, font: 0 }, scripts: 0 }
    for (const [url, kind] of kinds) {
      const { body } = await fetchAnswer(url, { ...BROWSER_HEADERS, 'accept-encoding': encoding })
      transfer.bytes[kind] += body.length
      if (kind === 'script') transfer.scripts++
    }
    return [encoding, transfer]
  })
  return Object.fromEntries(await Promise.all(transfers)) as Record<Encoding, Transfer>
}
