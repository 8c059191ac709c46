import { startShop } from '../setup/start-shop.ts'

/** The shop of the run; tells the tests where it is. */
export default async function openShop(): Promise<() => Promise<void>> {
  const { url, dataDir, stop } = await startShop()
  process.env.SHOP_URL = url
  process.env.SHOP_DATA_DIR = dataDir
  return stop
}
