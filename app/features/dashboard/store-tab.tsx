import { shortId } from '#app/lib/short-id.ts'
import { useState } from 'react'
import type { OwnPartner } from './own-partner.ts'
import { pauseTime } from './pause-time.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Section } from '#app/components/settings-section.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { TimeZoneField } from '#app/components/time-zone-field.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import type { TimeZoneChoice } from '#app/lib/time-zone.ts'

type Settings = RouterOutputs['partnerSettings']['get']
interface StoreTabProps {
  partner: OwnPartner
  settings: Settings
  timeZones: readonly TimeZoneChoice[]
}

/** The store's public details, link parameters and pauses. */
export function StoreTab({ partner, settings, timeZones }: StoreTabProps) {
  const isOwner = partner.role === 'owner'
  return (
    <SettingsFrame
      title="Store Settings"
      lead={isOwner ? 'Set your policies and tracking, or pause your store.' : 'Only the store owner can change these.'}
    >
      <fieldset disabled={!isOwner} className="min-w-0">
        <Policies settings={settings} isOwner={isOwner} />
        <Tracking partner={partner} settings={settings} isOwner={isOwner} />
        <Pause partner={partner} timeZones={timeZones} isOwner={isOwner} />
      </fieldset>
    </SettingsFrame>
  )
}

function Policies({ settings, isOwner }: { settings: Settings; isOwner: boolean }) {
  const form = usePageForm('policies')
  const { Form } = form
  return (
    <Section
      id="policies"
      title="Policies"
      hint="Shown on every product page. If empty, we direct shoppers to your store."
    >
      <Form {...form.props} className="grid gap-5">
        <input type="hidden" name="form" value="policies" />
        <FormMessage>{form.message}</FormMessage>
        <TextAreaField
          form={form}
          name="shippingPolicy"
          label="Shipping policy"
          rows={4}
          defaultValue={settings.shippingPolicy}
          hint="Up to 2,000 characters."
        />
        <TextAreaField
          form={form}
          name="returnsPolicy"
          label="Returns policy"
          rows={4}
          defaultValue={settings.returnsPolicy}
          hint="Up to 2,000 characters."
        />
        <Field
          form={form}
          name="returnsDays"
          label="Returns period in days"
          inputMode="numeric"
          defaultValue={settings.returnsDays === null ? '' : String(settings.returnsDays)}
          hint="How long shoppers have to return an order. Leave empty if your policy does not say. This does not affect when we confirm your sales."
        />
        {isOwner && (
          <SubmitButton form={form} busy="Saving..." look="quiet" className="justify-self-start">
            Save policies
          </SubmitButton>
        )}
      </Form>
    </Section>
  )
}

const PARAMETERS = [
  ['utmSource', 'utm_source'],
  ['utmMedium', 'utm_medium'],
  ['utmCampaign', 'utm_campaign'],
] as const

function Tracking({ partner, settings, isOwner }: StoreTabPartProps & { settings: Settings }) {
  const form = usePageForm('tracking')
  const { Form } = form
  const [typed, setTyped] = useState<Record<string, string>>({})
  const valueOf = (name: (typeof PARAMETERS)[number][0]) => typed[name] ?? form.value(name) ?? settings[name]
  return (
    <Section
      id="tracking"
      title="Tracking"
      hint="Parameters that we add to links to your store, so that your web analytics can identify visits from WTF."
    >
      <Form {...form.props} className="grid gap-5 sm:grid-cols-3">
        <input type="hidden" name="form" value="tracking" />
        <div className="sm:col-span-3 empty:hidden">
          <FormMessage>{form.message}</FormMessage>
        </div>
        {PARAMETERS.map(([name, label]) => (
          <Field
            key={name}
            form={form}
            name={name}
            label={label}
            required
            maxLength={60}
            spellCheck={false}
            autoCapitalize="none"
            defaultValue={settings[name]}
            onChange={({ currentTarget: { value } }) => setTyped((was) => ({ ...was, [name]: value }))}
          />
        ))}
        <label className="tick !items-start sm:col-span-3 [&_input]:mt-0.5">
          <input type="checkbox" name="sendsRef" defaultChecked={settings.sendsRef} />
          <span>
            Also send the click ID as <code>ref</code> (Shopify stores only; Shopify saves it with the order)
          </span>
        </label>
        <div className="text-sm sm:col-span-3">
          <p className="text-muted">Links will end like this:</p>
          <p className="mt-1 font-mono text-xs leading-relaxed [overflow-wrap:anywhere]">
            {partner.websiteUrl ?? 'https://your-store.example'}/...?
            {PARAMETERS.map(([name, label]) => `${label}=${encodeURIComponent(valueOf(name))}`).join('&')}&partner_id=
            ...{shortId(partner.id)}&wtf_cid=wc_...
          </p>
        </div>
        {isOwner && (
          <SubmitButton form={form} busy="Saving..." look="quiet" className="justify-self-start sm:col-span-3">
            Save tracking
          </SubmitButton>
        )}
      </Form>
    </Section>
  )
}

interface StoreTabPartProps {
  partner: OwnPartner
  isOwner: boolean
}

function Pause({ partner, timeZones, isOwner }: StoreTabPartProps & { timeZones: readonly TimeZoneChoice[] }) {
  const { pausedFrom, pausedUntil, isPaused, timeZone } = partner
  const form = usePageForm('pause')
  const resume = usePageForm('resume')
  const [Form, ResumeForm] = [form.Form, resume.Form]
  return (
    <Section
      id="pause"
      title="Pause the store"
      hint="While paused, your store and products are hidden, and links to your website do not work. Nothing is deleted."
    >
      {pausedFrom ? (
        <ResumeForm {...resume.props}>
          <input type="hidden" name="form" value="resume" />
          <FormMessage>{resume.message}</FormMessage>
          <p className="mb-4 text-sm">
            {isPaused ? 'Paused since' : 'Will be paused from'} {pauseTime(pausedFrom, timeZone)}
            {pausedUntil ? `, until ${pauseTime(pausedUntil, timeZone)}` : ', until you reopen it'}.
          </p>
          {isOwner && (
            <SubmitButton form={resume} busy="One moment..." className="">
              {isPaused ? 'Reopen the store' : 'Cancel the pause'}
            </SubmitButton>
          )}
        </ResumeForm>
      ) : (
        <Form {...form.props} className="grid gap-5 sm:grid-cols-2">
          <input type="hidden" name="form" value="pause" />
          <div className="sm:col-span-2 empty:hidden">
            <FormMessage>{form.message}</FormMessage>
          </div>
          <Field form={form} name="from" label="From" type="datetime-local" hint="Leave empty to pause now." />
          <Field
            form={form}
            name="until"
            label="Until"
            type="datetime-local"
            hint="Leave empty to pause until you reopen the store."
          />
          <TimeZoneField form={form} saved={timeZone} known={timeZones} />
          {isOwner && (
            <SubmitButton form={form} busy="Pausing..." look="quiet" className="justify-self-start sm:col-span-2">
              Pause the store
            </SubmitButton>
          )}
        </Form>
      )}
    </Section>
  )
}
