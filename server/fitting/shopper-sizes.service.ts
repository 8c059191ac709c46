import type { Prisma } from '#prisma/generated/client.ts'
import type { PersonAsk } from '#server/platform/ask.ts'
import { shopperSizes, type ShopperSizesData } from '#server/sizing/person.schema.ts'

type Asking = Pick<PersonAsk, 'db' | 'viewer'>

/** The viewer's measures, if they are kept in the account; null if they are not. */
export async function getOwnSizes({ db, viewer }: Asking): Promise<ShopperSizesData | null> {
  const kept = await db.shopperSizes.findUnique({ where: { userId: viewer.userId }, select: { sizes: true } })
  const read = shopperSizes.safeParse(kept?.sizes)
  return read.success ? read.data : null
}

/** Keeps the viewer's measures in the account, instead of what was there. */
export async function keepOwnSizes({ db, viewer }: Asking, input: ShopperSizesData): Promise<{ isKept: true }> {
  const sizes = input as unknown as Prisma.InputJsonValue
  await db.shopperSizes.upsert({
    where: { userId: viewer.userId },
    create: { userId: viewer.userId, sizes },
    update: { sizes },
  })
  return { isKept: true }
}

/** Takes the viewer's measures out of the account. */
export async function forgetOwnSizes({ db, viewer }: Asking): Promise<{ isKept: false }> {
  await db.shopperSizes.deleteMany({ where: { userId: viewer.userId } })
  return { isKept: false }
}
