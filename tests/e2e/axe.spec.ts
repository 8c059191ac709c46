import { expect, test } from '@playwright/test'
import { axeFindings } from './axe.ts'

const ADDRESS = 'https://findings.example/'
const PAGE = `
  <!doctype html><html lang="en"><head><title>Findings</title></head><body>
    <main><h1>Findings</h1><img src="data:,"></main>
    <p>Outside of every landmark</p>
    <iframe title="A preview" srcdoc="<html lang=en><title>Preview</title><h1>Preview</h1><a href='/'></a></html>"></iframe>
  </body></html>`

const rulesOf = (findings: string[]) => findings.map((finding) => finding.split(' ')[0]).sort()

test('axe reports serious findings of a page and its frames on every run, and others on request', async ({ page }) => {
  // axe reads a frame only if the page has an origin.
  await page.route(ADDRESS, (route) => route.fulfill({ contentType: 'text/html', body: PAGE }))
  await page.goto(ADDRESS)
  const serious = ['image-alt', 'link-name']
  expect(rulesOf(await axeFindings(page))).toEqual(serious)
  expect(rulesOf(await axeFindings(page, { onlySerious: false }))).toEqual([...serious, 'region'])
  await page.locator('main').evaluate((main) => main.append(document.createElement('input')))
  expect(rulesOf(await axeFindings(page))).toEqual(['image-alt', 'label', 'link-name'])
  expect(rulesOf(await axeFindings(page, { within: 'p' }))).toEqual([])
  expect(rulesOf(await axeFindings(page, { rules: ['label'] }))).toEqual(['label'])
  await page.reload()
  expect(rulesOf(await axeFindings(page))).toEqual(serious)
})

test('axe waits for a transition to end', async ({ page }) => {
  await page.setContent(`
    <html lang="en"><title>Fading</title><main style="background: #fff"><h1>Fading</h1>
    <p style="color: #333; opacity: 0.3; transition: opacity 400ms">A dialog</p></main></html>`)
  await page.locator('p').evaluate((text) => {
    requestAnimationFrame(() => (text.style.opacity = '1'))
  })
  expect(await axeFindings(page, { rules: ['color-contrast'] })).toEqual([])
})
