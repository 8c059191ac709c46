import { installGlobals } from '@remix-run/node'
import { countAttemptsIn } from '#server/auth/attempt-limits.ts'
import { memoryStore } from '#server/auth/attempt-store.ts'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { configureOidc } from '#server/auth/oidc/oidc-config.ts'
import { configureMail } from '#server/mail/mail-config.ts'
import { openDemoStoresAt } from '#server/partners/demo-stores.ts'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { configureShopify } from '#server/shopify/admin-api.ts'

// Test files share their worker's modules, so this resets all settings of the process that an earlier file has changed.
configureAuth({ adminEmails: [], limits: USUAL_LIMITS, demoAccounts: 'off', adminSecondFactor: 'optional' })
countAttemptsIn(memoryStore)
configureOidc({ siteUrl: '' })
configureMail({ contactEmail: undefined })
configureSecrets([])
configureShopify({})
allowOwnOrigins([])
openDemoStoresAt(null)
// As in server/main.ts: classes that extend Response must extend the same one that later code compares with.
installGlobals({ nativeFetch: true })
