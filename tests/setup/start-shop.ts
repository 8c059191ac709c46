import { createDemoDir } from './demo.ts'
import { startOidcProvider } from './oidc.ts'
import { freePort, removeDataDir, spawnShop } from './shop-process.ts'

export interface StartedShop {
  url: string
  dataDir: string
  stop: () => Promise<void>
}

/**
 * Starts the shop like `npm start`, with a separate demo and two OpenID providers that act as Google and Apple. If
 * SHOP_URL and SHOP_DATA_DIR name a running shop, uses that shop, which saves the time for a new demo.
 */
export async function startShop(): Promise<StartedShop> {
  const { SHOP_URL: url, SHOP_DATA_DIR: running } = process.env
  if (url && running) return { url, dataDir: running, stop: async () => undefined }
  const dataDir = await createDemoDir('wtf-shop-')
  const [google, apple, port] = await Promise.all([startOidcProvider(), startOidcProvider(), freePort()])
  google.addUser({
    sub: 'google-newcomer',
    email: 'newcomer@google.example',
    email_verified: true,
    name: 'Gina Google',
  })
  apple.addUser({ sub: 'apple-newcomer', email: 'newcomer@apple.example', email_verified: 'true', name: 'Adam Apple' })
  // Tests connect these to existing accounts: one with JavaScript, one without.
  for (const name of ['Connie', 'Cora']) {
    google.addUser({
      sub: `google-${name}`,
      email: `${name.toLowerCase()}@google.example`,
      email_verified: true,
      name: `${name} Google`,
    })
    apple.addUser({
      sub: `apple-${name}`,
      email: `${name.toLowerCase()}@apple.example`,
      email_verified: 'true',
      name: `${name} Apple`,
    })
  }
  const shop = spawnShop(dataDir, undefined, {
    // The port must be known, because providers redirect to the address in the shop's settings.
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    APPLE_ISSUER: apple.issuer,
    APPLE_CLIENT_ID: apple.clientId,
    APPLE_CLIENT_SECRET: apple.clientSecret,
  })
  const stop = async () => {
    await shop.stop()
    await Promise.all([google.stop(), apple.stop()])
    await removeDataDir(dataDir)
  }
  try {
    return { url: await shop.address, dataDir, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
