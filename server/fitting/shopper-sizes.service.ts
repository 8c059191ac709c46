import type { Prisma } from '#prisma/generated/client.ts'
import type { PersonAsk } from '#server/platform/ask.ts'
import { shopperSizes, type ShopperSizesData } from '#server/sizing/person.schema.ts'

type Asking = Pick<PersonAsk, 'db' | 'viewer'>

/** Returns the viewer's measurements that are stored in the account; null if there are none. */
export async function getOwnSizes({ db, viewer }: Asking): Promise<ShopperSizesData | null> {
  const kept = await db.shopperSizes.findUnique({ where: { userId: viewer.userId }, select: { sizes: true } })
  const read = shopperSizes.safeParse(kept?.sizes)
  return read.success ? read.data : null
}

/** Stores the viewer's measurements in the account, replacing earlier ones. */
export async function keepOwnSizes({ db, viewer }: Asking, input: ShopperSizesData): Promise<{ isKept: true }> {
  const sizes = input as unknown as Prisma.InputJsonValue
  await db.shopperSizes.upsert({
    where: { userId: viewer.userId },
    create: { userId: viewer.userId, sizes },
    update: { sizes },
  })
  return { isKept: true }
}

/** Deletes the viewer's measurements from the account. */
export async function forgetOwnSizes({ db, viewer }: Asking): Promise<{ isKept: false }> {
  await db.shopperSizes.deleteMany({ where: { userId: viewer.userId } })
  return { isKept: false }
}
