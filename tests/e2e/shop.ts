import { test as base, expect } from '@playwright/test'

/** The test of every audience: pages of the running shop, and a failure for whatever the browser reports as an error. */
export const test = base.extend<{ errors: string[] }>({
  baseURL: async ({}, use) => use(process.env.SHOP_URL ?? ''),
  errors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(error.message))
      await use(errors)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }
