import type { Page } from '@playwright/test'
import { expect, openDashboard } from './shop.ts'

/** Older than all other items, so that the item is on the first page of its queue. */
export const FIRST = new Date('2001-01-01')

/** Opens a queue from the administrators' start page, which shows its age and links to it. */
export async function openQueue(page: Page, name: string): Promise<void> {
  await openDashboard(page, '/admin')
  const queue = page
    .getByRole('list', { name: 'Needs attention' })
    .getByRole('link')
    .filter({ has: page.getByText(name, { exact: true }) })
  await expect(queue).toContainText(/oldest .+ ago/i)
  await queue.click()
  await expect(page).not.toHaveURL('/admin')
}
