import type { Page } from '@playwright/test'
import { expect } from './shop.ts'

// The navigation elements of a page.

export const header = (page: Page) => page.locator('.shop-header')
export const discover = (page: Page) => header(page).getByRole('link', { name: 'Discover', exact: true })
/** Opens the category menu beside Discover. */
export const arrow = (page: Page) => header(page).getByRole('button', { name: 'Shop by Category' })
export const menu = (page: Page) => page.locator('#category-menu')
/** A phone's bottom bar. */
export const bar = (page: Page) => page.getByRole('navigation', { name: 'Bottom bar' })

/** Opens a page and waits until it is interactive, including its scroll effects and menus. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('.shop-header [role=combobox]')).toBeAttached()
}
