import { shortId } from '#app/lib/short-id.ts'
import { Link } from '#app/components/link.tsx'
import type { OwnPartner } from './own-partner.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Facts } from '#app/components/settings-section.tsx'
import { TimeZoneField } from '#app/components/time-zone-field.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { formatDate } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { CountryWithCurrencyField, type MoneyChoices } from '#app/parts/partners/country-and-currency.tsx'
import { CurrencySection } from './currency-section.tsx'
import type { MoneyState } from '#app/parts/partners/currency-change.tsx'
import { timeZoneName, type TimeZoneChoice } from '#app/lib/time-zone.ts'

const STATUS = {
  pending: 'Under review',
  approved: 'Active',
  suspended: 'Suspended',
  rejected: 'Not approved',
} as const

interface ProfileTabProps {
  partner: OwnPartner
  phone: string
  isEditing: boolean
  timeZones: readonly TimeZoneChoice[]
  choices: MoneyChoices
  money: MoneyState
}

/** The store's profile, for us and for shoppers. */
export function ProfileTab({ partner, phone, isEditing, timeZones, choices, money }: ProfileTabProps) {
  const { id, businessName, email, websiteUrl, timeZone, createdAt, verificationStatus, role } = partner
  const isOwner = role === 'owner'
  if (isEditing && isOwner)
    return <ProfileForm partner={partner} phone={phone} timeZones={timeZones} choices={choices} />
  const country = [...choices.countries.usual, ...choices.countries.others].find(({ code }) => code === partner.country)
  return (
    <SettingsFrame title="Profile" lead="Your public brand details and contact information.">
      <Facts
        facts={[
          ['Business name', businessName],
          ['Email', email],
          ['Phone', phone],
          [
            'Website URL',
            websiteUrl ?? (
              <Link key="w" to={dashboardPaths.connectStore()} className="link">
                Add your website
              </Link>
            ),
          ],
          ['Country', country?.name ?? 'Not added yet'],
          ['Currency', partner.currency],
          ['Time zone', timeZoneName(timeZone)],
          ['Member since', formatDate(createdAt)],
          ['Status', STATUS[verificationStatus]],
          [
            'Partner ID',
            <code key="id" className="text-sm">
              {shortId(id)}
            </code>,
          ],
        ]}
      />
      {isOwner ? (
        <p className="mt-7">
          <Link to={dashboardPaths.storeSettings('profile', { edit: 'yes' })} className="button button-accent">
            Edit Profile
          </Link>
        </p>
      ) : (
        <p className="mt-7 text-sm text-muted">Only the store owner can edit the profile.</p>
      )}
      <CurrencySection money={money} isOwner={isOwner} />
    </SettingsFrame>
  )
}

function ProfileForm({ partner, phone, timeZones, choices }: Omit<ProfileTabProps, 'isEditing' | 'money'>) {
  const form = usePageForm('profile')
  const { Form } = form
  return (
    <SettingsFrame
      title="Profile"
      lead="A new business name appears on your store page right away and in search soon after."
    >
      <Form {...form.props} className="grid max-w-xl gap-5">
        <input type="hidden" name="form" value="profile" />
        <FormMessage>{form.message}</FormMessage>
        <Field
          form={form}
          name="businessName"
          label="Business name"
          autoComplete="organization"
          required
          defaultValue={partner.businessName}
        />
        <Field
          form={form}
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          required
          defaultValue={partner.email}
          hint="Shown on your store page. Your sign-in email does not change."
        />
        <Field form={form} name="phone" label="Phone" type="tel" autoComplete="tel" required defaultValue={phone} />
        <CountryWithCurrencyField form={form} choices={choices} saved={partner.country ?? ''} />
        <TimeZoneField
          form={form}
          saved={partner.timeZone}
          known={timeZones}
          offersDeviceZone={partner.timeZone === 'UTC'}
          hint="Days, weeks and months in your reports start at midnight in this zone."
        />
        <div className="text-sm">
          <p className="text-muted">Website URL</p>
          <p className="mt-1 [overflow-wrap:anywhere]">{partner.websiteUrl ?? 'Not added yet'}</p>
          <p className="mt-1 text-muted">
            {partner.websiteUrl ? (
              <>
                We send shoppers there, so only our team can change it:{' '}
                <Link to={paths.contact({ subject: 'Change our website' })} className="link">
                  contact us
                </Link>
                .
              </>
            ) : (
              <Link to={dashboardPaths.connectStore()} className="link">
                Add it under Connect Store
              </Link>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <SubmitButton form={form} busy="Saving..." className="">
            Save Changes
          </SubmitButton>
          <Link to={dashboardPaths.storeSettings()} className="button button-quiet min-h-12">
            Cancel
          </Link>
        </div>
      </Form>
    </SettingsFrame>
  )
}
