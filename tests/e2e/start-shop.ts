import { createDataDir, removeDataDir, spawnShop } from '../setup/shop-process.ts'

/** Starts the shop as `npm start` does, with a demo of its own, and tells the tests its address. */
export default async function startShop(): Promise<() => Promise<void>> {
  const dataDir = await createDataDir('wtf-e2e-')
  const shop = spawnShop(dataDir)
  const stop = async () => {
    await shop.stop()
    await removeDataDir(dataDir)
  }
  try {
    process.env.SHOP_URL = await shop.address
  } catch (error) {
    await stop()
    throw error
  }
  process.env.SHOP_DATA_DIR = dataDir
  return stop
}
