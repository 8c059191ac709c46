import { startOidcProvider } from '../setup/oidc.ts'
import { createDataDir, freePort, removeDataDir, spawnShop } from '../setup/shop-process.ts'

/** Starts the shop as `npm start` does, with a demo of its own, and two OpenID providers that play Google and Apple; tells the tests its address. */
export default async function startShop(): Promise<() => Promise<void>> {
  const dataDir = await createDataDir('wtf-e2e-')
  const [google, apple, port] = await Promise.all([startOidcProvider(), startOidcProvider(), freePort()])
  google.addUser({ sub: 'google-newcomer', email: 'newcomer@google.example', email_verified: true, name: 'Gina Google' })
  apple.addUser({ sub: 'apple-newcomer', email: 'newcomer@apple.example', email_verified: 'true', name: 'Adam Apple' })
  // They are connected to accounts that are there: one with JavaScript, one without.
  for (const name of ['Connie', 'Cora']) {
    google.addUser({ sub: `google-${name}`, email: `${name.toLowerCase()}@google.example`, email_verified: true, name: `${name} Google` })
    apple.addUser({ sub: `apple-${name}`, email: `${name.toLowerCase()}@apple.example`, email_verified: 'true', name: `${name} Apple` })
  }
  const shop = spawnShop(dataDir, undefined, {
    // Providers lead back to the address that the shop is told.
    PORT: String(port), SITE_URL: `http://127.0.0.1:${port}`,
    GOOGLE_ISSUER: google.issuer, GOOGLE_CLIENT_ID: google.clientId, GOOGLE_CLIENT_SECRET: google.clientSecret,
    APPLE_ISSUER: apple.issuer, APPLE_CLIENT_ID: apple.clientId, APPLE_CLIENT_SECRET: apple.clientSecret,
  })
  const stop = async () => {
    await shop.stop()
    await Promise.all([google.stop(), apple.stop()])
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
