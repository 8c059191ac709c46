import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Of repeated cards only the first three are checked: the others have the same parts. */
const REPEATED = ['article:nth-child(n + 4)', 'li:nth-child(n + 4) > article']

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
  // In one run and without the list of passes: with these axe takes twice as long on a long page.
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

/** Returns the findings on the open page at each width. Resizes the page instead of reloading it, which would take longer than axe. */
export async function findingsAt(
  page: Page,
  widths: number[],
  options: { onlySerious?: boolean } = {},
): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // Scripts that react to the size may take a moment.
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
