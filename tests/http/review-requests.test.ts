import { expect, test } from 'vitest'
import { stopReviewRequestsPath } from '#server/feedback/stop-review-requests.service.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()

test('review request emails are stopped by their link, after a confirmation, or by an email client with one POST', async () => {
  const mailed = async () => {
    const { id } = await createAccount(shop.db, { notifications: { reviewRequests: true, news: true } })
    const choice = async () => (await shop.db.user.findUniqueOrThrow({ where: { id } })).notifications
    return { link: await stopReviewRequestsPath(shop.db, id), choice }
  }
  const off = { reviewRequests: false, news: true }
  const reader = await mailed()
  const page = await shop.visitor().open(reader.link)
  expect(page.heading).toBe('Stop review requests?')
  expect(await reader.choice()).toMatchObject({ reviewRequests: true })
  expect((await page.press('Unsubscribe')).heading).toBe('You’re unsubscribed')
  expect(await reader.choice()).toEqual(off)

  const program = await mailed()
  const answer = await shop.visitor({ 'sec-fetch-site': 'cross-site' }).ask(program.link, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(answer.status).toBe(200)
  expect(await program.choice()).toEqual(off)
})
