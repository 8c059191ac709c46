import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Of cards that repeat the first three are read: the others are made of the same parts. */
const REPEATED = ['article:nth-child(n + 4)', 'li:nth-child(n + 4) > article']

/** What axe has against the page, or a part of it: the rule, where, and why. */
export async function axeFindings(
  page: Page,
  { within, rules, onlySerious = true }: { within?: string; rules?: string[]; onlySerious?: boolean } = {},
): Promise<string[]> {
  // Of what is not laid out axe may read no styles.
  await page
    .locator('.rail-section')
    .evaluateAll((sections) =>
      sections.forEach((section) => section.setAttribute('style', 'content-visibility: visible')),
    )
  // All in one go, and no list of what is in order: with these axe takes twice as long on a long page.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  for (const cards of REPEATED) axe.exclude(cards)
  if (within) axe.include(within)
  if (rules) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => !onlySerious || impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary?.split('\n')[1] ?? ''}`,
    )
}

/** What is wrong with the open page at each of the widths. It is resized and not loaded anew, which takes longer than axe. */
export async function findingsAt(
  page: Page,
  widths: number[],
  options: { onlySerious?: boolean } = {},
): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // What follows the size by script may take a moment.
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
