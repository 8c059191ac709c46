import type { Page } from '@playwright/test'
import { expect, openDashboard } from './shop.ts'

/** Before all others that wait, so that it stands on the first page of its queue. */
export const FIRST = new Date('2001-01-01')

/** As an administrator finds a queue: it stands on the start page with its age, and one follows it to where it is worked off. */
export async function openQueue(page: Page, name: string): Promise<void> {
  await openDashboard(page, '/admin')
  const queue = page
    .getByRole('list', { name: 'Needs attention' })
    .getByRole('link')
    .filter({ has: page.getByText(name, { exact: true }) })
  await expect(queue).toContainText(/the oldest .+ ago/i)
  await queue.click()
  await expect(page).not.toHaveURL('/admin')
}
