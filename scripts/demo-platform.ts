// Code that the demo's simulated Shopify and WooCommerce share.
import { mediaName } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { openedBy } from '#server/platform/reach.ts'

export interface DemoPlatform {
  /** Lines for the start message. */
  lines: string[]
  stop: () => Promise<void>
}

const PICTURES_OF_EACH = 2

/** Whether no other machine can reach the shop, and it contains the demo. */
export const isDemoOpen = async (db: Db, env: Env): Promise<boolean> =>
  openedBy(env) === null && (await db.user.count({ where: { isDemo: true } })) > 0

/** No demo was started before this time. */
const FIRST_START = Date.UTC(2026, 10)

/** Returns how many ids and order numbers earlier starts may have used, because a store must not use them again. */
export function usedBefore(): { ids: number; numbers: number } {
  const seconds = Math.floor((Date.now() - FIRST_START) / 1_000)
  return { ids: seconds, numbers: Math.floor(seconds / 60) }
}

/** Starts a server this many ports above the shop's, so that a store keeps its address after a restart. */
export function onPort<T>({ PORT }: Env, above: number, start: (port: number) => Promise<T>): Promise<T> {
  const anyPort = () => start(0)
  return PORT === 0 ? anyPort() : start(PORT + above).catch(anyPort)
}

/** Returns the picture paths of the demo product at this position in a category. */
export async function drawnPictures(db: Db, category: string, place: number): Promise<string[]> {
  const pictures = await db.productImage.findMany({
    where: {
      position: 0,
      fileId: { not: null },
      product: { category: { OR: [{ slug: category }, { parent: { slug: category } }] } },
    },
    orderBy: { id: 'asc' },
    skip: place * PICTURES_OF_EACH,
    take: PICTURES_OF_EACH,
    select: { file: { select: { sha256: true } } },
  })
  return pictures.map(({ file }) => `/img/${mediaName(file?.sha256 ?? '')}/960.jpg`)
}
