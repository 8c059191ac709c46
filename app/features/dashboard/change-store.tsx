import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { hidesPanel, Panel } from '#app/components/panel.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { usePageForm } from '#app/lib/form.ts'
import { BOTH_SECRETS_HOURS } from '#server/connections/connections.schema.ts'
import type { ConnectedStore } from './connected-store.tsx'
import { CurrencyQuestion } from './currency-question.tsx'
import { Fold } from './fold.tsx'
import { Secret, WaysIn } from './store-form-parts.tsx'
import { ApproveForm, KeyForm, type Approval } from './woocommerce-card.tsx'

/** The owner's forms to reconnect the store, rotate its secret (Shopify only) or disconnect it. */
export function ChangeStore({ store }: { store: ConnectedStore }) {
  const disconnect = usePageForm('disconnect')
  return (
    <DashboardPanel title="Connection">
      {store.platform === 'woocommerce' ? (
        <ReconnectWooCommerce shop={store.shop} />
      ) : (
        <ReconnectShopify store={store} />
      )}
      <FormMessage>{disconnect.message}</FormMessage>
      <button type="button" {...{ popovertarget: 'disconnect' }} className="button button-quiet mt-4 text-sale">
        Disconnect
      </button>
      <Panel id="disconnect" title={`Disconnect ${store.shopName}?`}>
        <div className="mt-4 space-y-3 text-sm">
          <p>We will delete your credentials and stop receiving product changes and orders.</p>
          {store.platform === 'woocommerce' && (
            <p>
              We also delete our webhooks in your store. Only you can delete our key there: open WooCommerce &gt;
              Settings &gt; Advanced &gt; REST API and revoke the key that begins with “WTF”.
            </p>
          )}
          <p>
            Your products stay on WTF, and your sales and the commission on them are kept. You can reconnect at any
            time.
          </p>
        </div>
        <disconnect.Form {...disconnect.props} className="mt-6 flex flex-wrap gap-2">
          <input type="hidden" name="form" value="disconnect" />
          <button type="submit" aria-disabled={disconnect.isBusy || undefined} className="button button-accent">
            {disconnect.isBusy ? 'Disconnecting...' : 'Disconnect'}
          </button>
          <button type="button" {...hidesPanel('disconnect')} className="button button-quiet">
            Stay connected
          </button>
        </disconnect.Form>
      </Panel>
    </DashboardPanel>
  )
}

function ReconnectShopify({ store }: { store: ConnectedStore }) {
  const reconnect = usePageForm('reconnect')
  const rotate = usePageForm('rotate')
  return (
    <>
      <Fold title="Reconnect" isOpen={reconnect.isRefused}>
        <reconnect.Form {...reconnect.props} className="max-w-md">
          <input type="hidden" name="form" value="reconnect" />
          <p className="text-sm text-muted">
            Enter new credentials for the same store, for example after you change scopes or recreate the app.
          </p>
          <FormMessage>{reconnect.message}</FormMessage>
          <WaysIn id="reconnect" form={reconnect} mode={store.mode} />
          <SubmitButton form={reconnect} busy="Reconnecting..." look="quiet" className="mt-5 px-7">
            Reconnect
          </SubmitButton>
          <CurrencyQuestion form={reconnect} />
        </reconnect.Form>
      </Fold>
      <Fold title="Rotate the secret" isOpen={rotate.isRefused}>
        <rotate.Form {...rotate.props} className="max-w-md">
          <input type="hidden" name="form" value="rotate" />
          <p className="text-sm text-muted">
            Create a new secret in Shopify and enter it here. For {BOTH_SECRETS_HOURS} hours, we accept webhooks signed
            with either secret.
          </p>
          <FormMessage>{rotate.message}</FormMessage>
          <div className="mt-4">
            <Secret
              form={rotate}
              name="newSecret"
              label={store.mode === 'token' ? 'New API secret key' : 'New client secret'}
            />
          </div>
          <SubmitButton form={rotate} busy="Saving..." look="quiet" className="mt-5 px-7">
            Rotate secret
          </SubmitButton>
        </rotate.Form>
      </Fold>
    </>
  )
}

function ReconnectWooCommerce({ shop }: { shop: string }) {
  const approve = usePageForm('approve')
  const key = usePageForm('key')
  const isApproving = useActionAnswer<Approval | undefined>()?.approval !== undefined
  return (
    <Fold title="Reconnect" isOpen={approve.isRefused || key.isRefused || isApproving}>
      <div className="max-w-md">
        <p className="mb-4 text-sm text-muted">
          Get a new key for the same store, for example if you revoked the old one or want to allow webhooks.
        </p>
        <ApproveForm address={shop} shop={shop} />
        <KeyForm address={shop} shop={shop} />
      </div>
    </Fold>
  )
}
