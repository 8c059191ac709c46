import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { submitForm } from '#app/lib/form.server.ts'
import { hostInput } from '#server/partners/hosts/hosts.schema.ts'
import { nameWebsiteInput } from '#server/partners/website.schema.ts'

const backTo = (query: { saved?: string } = {}) => redirect(`${dashboardPaths.connectStore(query)}#hosts`)

/**
 * Saves the website ('website'), or adds, checks or removes a host to verify: 'claim-host', 'check-host HOST',
 * 'drop-host HOST'.
 */
export function submitHostForm(args: ActionFunctionArgs, form: string, texts: Record<string, string>) {
  const sent = { form, texts, schema: hostInput }
  switch (form.split(' ')[0]) {
    case 'website':
      return submitForm(args, {
        form,
        texts,
        schema: nameWebsiteInput,
        submit: async (api, input) => {
          await api.partner.nameWebsite(input)
          return backTo()
        },
      })
    case 'claim-host':
      return submitForm(args, {
        ...sent,
        submit: async (api, input) => {
          await api.partner.claimHost(input)
          return backTo()
        },
      })
    case 'check-host':
      return submitForm(args, {
        ...sent,
        submit: async (api, input) => {
          const { isVerified } = await api.partner.checkHost(input)
          return backTo(isVerified ? { saved: 'verified' } : {})
        },
      })
    default:
      return submitForm(args, {
        ...sent,
        submit: async (api, input) => {
          await api.partner.dropHostClaim(input)
          return backTo()
        },
      })
  }
}
