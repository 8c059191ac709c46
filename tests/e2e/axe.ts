import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const AXE = fs.readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Only the first three of repeated cards are checked, because all have the same parts. */
const REPEATED = ['article:nth-child(n + 4)', 'li:nth-child(n + 4) > article']

/** Rules whose findings are never serious. Each rule has one impact. */
const MINOR_RULES = (Reflect.get(axe, '_audit') as { rules: Array<{ id: string; impact: string }> }).rules
  .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
  .map(({ id }) => id)

/** Makes axe parse each colour of a document once. Otherwise axe parses a page's dozen colours thousands of times. */
function parseColoursOnce(): void {
  type Color = Record<'r' | 'g' | 'b' | 'alpha', number> & { parseString: (text: string) => Color }
  const { prototype } = (Reflect.get(window, 'axe') as { commons: { color: { Color: { prototype: Color } } } }).commons
    .color.Color
  const parse = prototype.parseString
  const parsed = new Map<string, Record<'r' | 'g' | 'b' | 'alpha', number>>()
  prototype.parseString = function (text) {
    const known = parsed.get(text)
    if (known) return Object.assign(this, known)
    const { r, g, b, alpha } = parse.call(this, text)
    parsed.set(text, { r, g, b, alpha })
    return this
  }
}

/** Runs axe in the page. Its script is half a megabyte, so it is added to each document only once. */
async function runAxe(
  page: Page,
  context: { include?: string[]; exclude: string[] },
  options: Pick<RunOptions, 'resultTypes' | 'rules' | 'runOnly'>,
) {
  for (const frame of page.frames()) {
    // An inner frame may already be gone.
    const isThere = await frame.evaluate(() => 'axe' in window).catch(() => true)
    if (isThere) continue
    await frame.evaluate(AXE)
    await frame.evaluate(parseColoursOnce)
  }
  return page.evaluate((asked) => (Reflect.get(window, 'axe') as typeof axe).run(asked.context, asked.options), {
    context,
    options,
  })
}

/**
 * Waits until transitions have ended, because a dialog that is fading in has too little contrast. Waits two frames
 * first, because a change of size starts a transition one frame later.
 */
async function transitionsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const ending = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) <= 1000)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** Returns axe's findings on the page or a part of it: the rule, the element and the reason. */
export async function axeFindings(
  page: Page,
  { within, rules, onlySerious = true }: { within?: string; rules?: string[]; onlySerious?: boolean } = {},
): Promise<string[]> {
  // axe cannot read styles of elements without layout.
  await page
    .locator('.rail-section')
    .evaluateAll((sections) =>
      sections.forEach((section) => section.setAttribute('style', 'content-visibility: visible')),
    )
  await transitionsEnd(page)
  const skipped = onlySerious ? MINOR_RULES : []
  const { violations } = await runAxe(
    page,
    { exclude: REPEATED, ...(within && { include: [within] }) },
    {
      // A list of passes would double axe's time on a long page.
      resultTypes: ['violations'],
      rules: Object.fromEntries(skipped.map((id) => [id, { enabled: false }])),
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    },
  )
  return violations
    .filter(({ impact }) => !onlySerious || impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary?.split('\n')[1] ?? ''}`,
    )
}

/** Returns the findings on the open page at each width. Resizes the page, because reloading takes longer than axe. */
export async function findingsAt(
  page: Page,
  widths: number[],
  options: { onlySerious?: boolean } = {},
): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // Scripts may take a moment to react to the new size.
    await page
      .waitForFunction((most) => document.documentElement.scrollWidth <= most, width, { timeout: 3_000 })
      .catch(async () => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        found.push(`at ${width}: ${wide} pixels wide`)
      })
    for (const finding of await axeFindings(page, options)) found.push(`at ${width}: ${finding}`)
  }
  return found
}
