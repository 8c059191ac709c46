import { makeDemo } from '../setup/demo.ts'
import { startShop } from '../setup/start-shop.ts'

/** Starts the demo and the run's shop, and tells the tests where they are. */
export default async function openShop(): Promise<() => Promise<void>> {
  const removeDemo = await makeDemo()
  const { url, dataDir, stop } = await startShop().catch(async (error: unknown) => {
    await removeDemo()
    throw error
  })
  process.env.SHOP_URL = url
  process.env.SHOP_DATA_DIR = dataDir
  return async () => {
    await stop()
    await removeDemo()
  }
}
