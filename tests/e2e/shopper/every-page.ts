import type { Db } from '#server/platform/db.ts'
import { findTypicalProduct } from '../demo-products.ts'

/** One address of every kind of page. */
export async function everyPage(db: Db): Promise<Record<string, string>> {
  const { id, partnerId } = await findTypicalProduct(db)
  return {
    'home': '/', 'discover as a grid': '/discover?all=true', 'discover as a list': '/discover?all=true&view=list', 'discover without results': '/discover?q=zzqxj', 'product': `/product/${id}`,
    'product reviews': `/product/${id}?tab=reviews&picture=2`, 'partner': `/partner/${partnerId}`, 'brand': `/brand/${partnerId}`, 'about': '/about-wtf', 'not found': '/nowhere', 'product not found': '/product/junk',
  }
}
