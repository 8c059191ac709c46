import type { Locator, Page } from '@playwright/test'
import type { Part } from '#server/media/appearance/frame.shared.ts'
import { BLUE_PIECE, busyRoom, RED_PIECE } from '#tests/setup/busy-room.ts'
import { axeFindings } from '../axe.ts'
import { expect, openAlive, test } from '../shop.ts'

const frame = (page: Page) => page.getByRole('button', { name: /^Frame around the item/ })
const corner = (page: Page, name: string) => page.getByRole('button', { name: `${name} corner` })
const photo = (page: Page) => page.getByRole('img', { name: 'Your photo' })
/** Returns the piece's main colour as [red, green, blue]. */
async function mainColour(page: Page): Promise<number[]> {
  const name = await page
    .getByRole('button', { name: /^Colour #/ })
    .first()
    .getAttribute('aria-label')
  const [, digits = ''] = /#([0-9a-f]{6})/.exec(name ?? '') ?? []
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16))
}
const isRed = ([red = 0, green = 0, blue = 0]: number[]) => red > 140 && green < 80 && blue < 90
const isBlue = ([red = 0, green = 0, blue = 0]: number[]) => blue > 140 && red < 80 && green < 90

async function showRoom(page: Page) {
  await openAlive(page, '/picture-search')
  await page
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'room.jpg', mimeType: 'image/jpeg', buffer: await busyRoom() })
  await expect(frame(page)).toBeVisible()
}

async function atShare(of: Locator, x: number, y: number) {
  await of.scrollIntoViewIfNeeded()
  const box = await of.boundingBox()
  if (!box) throw new Error('The photo is not shown.')
  return { x: box.x + x * box.width, y: box.y + y * box.height }
}
const middleOf = (of: Locator) => atShare(of, 0.5, 0.5)
const cornersOf = ({ left, top, width, height }: Part) =>
  [
    ['Top left', left, top],
    ['Bottom right', left + width, top + height],
  ] as const

test('the corners can be dragged to another item with the mouse, and only that item is searched for', async ({
  page,
}) => {
  await showRoom(page)
  const sent: number[] = []
  page.on('request', (request) => sent.push(request.postDataBuffer()?.length ?? 0))
  for (const [piece, isIt] of [
    [BLUE_PIECE, isBlue],
    [RED_PIECE, isRed],
  ] as const) {
    await page.getByRole('button', { name: 'Use the whole photo' }).click()
    await expect(frame(page)).toHaveAccessibleName(/100 by 100 percent/)
    for (const [name, x, y] of cornersOf(piece)) {
      const from = await middleOf(corner(page, name))
      const to = await atShare(photo(page), x, y)
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 4 })
      await page.mouse.up()
    }
    await expect.poll(async () => isIt(await mainColour(page))).toBe(true)
  }
  // The photo stays on the device, even when its frame changes.
  expect(Math.max(0, ...sent)).toBeLessThan(2_000)
  const before = await frame(page).getAttribute('aria-label')
  const from = await middleOf(frame(page))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y - 30, { steps: 3 })
  await page.mouse.up()
  expect(await frame(page).getAttribute('aria-label')).not.toBe(before)
})

test('a new frame can be drawn with the mouse beside the existing one', async ({ page }) => {
  await showRoom(page)
  await page.getByRole('button', { name: 'Use the whole photo' }).click()
  await expect(frame(page)).toHaveAccessibleName(/100 by 100 percent/)
  // Scroll first, so that the page does not move between the two measurements.
  await photo(page).scrollIntoViewIfNeeded()
  // Drag to the lower left, so that the blue item is outside the frame.
  const corners = [await middleOf(corner(page, 'Top right')), await atShare(photo(page), 0.4, 0.5)] as const
  await page.mouse.move(corners[0].x, corners[0].y)
  await page.mouse.down()
  await page.mouse.move(corners[1].x, corners[1].y, { steps: 3 })
  await page.mouse.up()
  const [one, other] = [
    await atShare(photo(page), BLUE_PIECE.left, BLUE_PIECE.top),
    await atShare(photo(page), BLUE_PIECE.left + BLUE_PIECE.width, BLUE_PIECE.top + BLUE_PIECE.height),
  ]
  await page.mouse.move(one.x, one.y)
  await page.mouse.down()
  await page.mouse.move(other.x, other.y, { steps: 4 })
  await page.mouse.up()
  await expect(frame(page)).toHaveAccessibleName(/: 28 by 28 percent of the photo, 60 percent from the left/)
  await expect.poll(async () => isBlue(await mainColour(page))).toBe(true)
})

test('arrow keys move the frame and its corners, and keep the focus', async ({ page }) => {
  await showRoom(page)
  await page.getByRole('button', { name: 'Use the whole photo' }).press('Enter')
  await expect(frame(page)).toHaveAccessibleName(/100 by 100 percent/)
  await corner(page, 'Top left').focus()
  for (let times = 0; times < 6; times++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(corner(page, 'Bottom right')).toBeFocused()
  for (let times = 0; times < 6; times++) await page.keyboard.press('Shift+ArrowUp')
  for (let times = 0; times < 5; times++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await frame(page).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await expect(frame(page)).toHaveAccessibleName(/: 38 by 28 percent of the photo, 60 percent from the left/)
  await expect.poll(async () => isBlue(await mainColour(page))).toBe(true)
  await expect(frame(page)).toBeFocused()
  expect(await axeFindings(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  test('a finger resizes the frame at its corner', async ({ page, context }) => {
    await showRoom(page)
    await page.getByRole('button', { name: 'Use the whole photo' }).tap()
    await expect(frame(page)).toHaveAccessibleName(/100 by 100 percent/)
    const touch = await context.newCDPSession(page)
    for (const [name, x, y] of cornersOf(BLUE_PIECE)) {
      const handle = corner(page, name)
      // The results for the previous frame may arrive late and move the page. Then move the corner again.
      await expect(async () => {
        await handle.scrollIntoViewIfNeeded()
        const [from, to] = [await middleOf(handle), await atShare(photo(page), x, y)]
        await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
        for (const share of [0.3, 0.7, 1])
          await touch.send('Input.dispatchTouchEvent', {
            type: 'touchMove',
            touchPoints: [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }],
          })
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
        const [moved, wanted] = [await middleOf(handle), await atShare(photo(page), x, y)]
        expect(Math.hypot(moved.x - wanted.x, moved.y - wanted.y)).toBeLessThan(12)
      }).toPass({ timeout: 20_000 })
    }
    await expect.poll(async () => isBlue(await mainColour(page))).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
