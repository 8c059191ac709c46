import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { findChromium } from '../../scripts/chromium.ts'
import type { Lifetime } from './lifetime.ts'
import { printTable } from './print-table.ts'
import type { ShopUnderTest } from './shop-under-test.ts'
import { median } from './statistics.ts'

const RUNS = 5
/** Sometimes Lighthouse records no navigation and has to run again. */
const TRIES = 4
const AIMS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof AIMS
const CATEGORIES = Object.keys(AIMS) as Category[]
/** The metrics behind the performance score, in milliseconds except for the shift. */
const METRICS = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'TBT ms',
  'cumulative-layout-shift': 'CLS',
} as const

/**
 * Measures the Lighthouse scores with the mobile preset (simulated slow 4G, CPU slowed down four times): the median of
 * five visits to each page.
 */
export async function benchmarkLighthouse(shop: ShopUnderTest, lifetime: Lifetime): Promise<string> {
  // Uses Lighthouse's own launcher, because it records nothing in a browser that Playwright controls.
  const browser = await launch({
    chromePath: findChromium(),
    chromeFlags: ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    handleSIGINT: false,
  })
  lifetime.add(() => browser.kill())
  const { home, discover, product } = shop.paths
  const rows: Array<Record<string, string | number>> = []
  const short: string[] = []
  for (const [page, path] of Object.entries({ home, discover, product, landing: '/early-access' })) {
    const visits: Judgement[] = []
    for (let run = 0; run < RUNS; run++) visits.push(await visit(shop.url + path, browser.port))
    const points = Object.fromEntries(
      CATEGORIES.map((category) => [category, median(visits.map((one) => one.points[category] ?? 0))]),
    ) as Record<Category, number>
    for (const category of CATEGORIES)
      if (points[category] < AIMS[category]) short.push(`${page} ${category} ${points[category]}`)
    const metrics = Object.entries(METRICS).map(([id, name]) => [
      name,
      median(visits.map((one) => one.metrics[id] ?? 0)),
    ])
    rows.push({ page, ...points, ...Object.fromEntries(metrics) })
    for (const title of new Set(visits.flatMap((one) => one.failed))) console.log(`  ${page}: ${title}`)
  }
  browser.kill()
  printTable(
    `Lighthouse, mobile preset, median of ${RUNS} (aims: performance ${AIMS.performance}, the others 100)`,
    rows,
  )
  return `lighthouse: ${short.length ? `short of the aim: ${short.join(', ')}` : 'every aim met'}`
}

interface Judgement {
  /** 0 to 100. */
  points: Partial<Record<Category, number>>
  metrics: Record<string, number>
  /** Audits that cost points, except those for performance. */
  failed: string[]
}

async function visit(url: string, port: number, tries = TRIES): Promise<Judgement> {
  const result = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'silent', output: 'json' })
  if (!result || result.lhr.runtimeError) {
    if (tries > 1) return visit(url, port, tries - 1)
    throw new Error(`Lighthouse could not judge ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
  }
  const { categories, audits } = result.lhr
  const points = Object.fromEntries(
    CATEGORIES.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)]),
  )
  const metrics = Object.fromEntries(Object.keys(METRICS).map((id) => [id, audits[id]?.numericValue ?? 0]))
  const counted = CATEGORIES.filter((category) => category !== 'performance').flatMap(
    (category) => categories[category]?.auditRefs ?? [],
  )
  const failed = counted
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${audits[id]?.title} (${id})`)
  return { points, metrics, failed }
}
