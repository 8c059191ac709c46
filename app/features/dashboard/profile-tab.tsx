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
}

/** Who the store is to us and to shoppers. */
export function ProfileTab({ partner, phone, isEditing, timeZones }: ProfileTabProps) {
  const { id, businessName, email, websiteUrl, timeZone, createdAt, verificationStatus, role } = partner
  const isOwner = role === 'owner'
  if (isEditing && isOwner) return <ProfileForm partner={partner} phone={phone} timeZones={timeZones} />
  return (
    <SettingsFrame title="Profile" lead="Your brand as shoppers see it, and how we reach you.">
      <Facts
        facts={[
          ['Business name', businessName],
          ['Email', email],
          ['Phone', phone],
          [
            'Website URL',
            websiteUrl ?? (
              <Link key="w" to={dashboardPaths.connectStore()} className="link">
                Name your website
              </Link>
            ),
          ],
          ['Time zone', timeZoneName(timeZone)],
          ['Member since', formatDate(createdAt)],
          ['Status', STATUS[verificationStatus]],
          [
            'Partner ID',
            <code key="id" className="text-sm">
              {id.slice(0, 8)}
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
        <p className="mt-7 text-sm text-muted">The owner of the store edits its profile.</p>
      )}
    </SettingsFrame>
  )
}

function ProfileForm({ partner, phone, timeZones }: Omit<ProfileTabProps, 'isEditing'>) {
  const form = usePageForm('profile')
  const { Form } = form
  return (
    <SettingsFrame title="Profile" lead="Another business name shows on your store at once, and in search soon after.">
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
          hint="It stands on your store's page. You sign in with the address of your account, which stays."
        />
        <Field form={form} name="phone" label="Phone" type="tel" autoComplete="tel" required defaultValue={phone} />
        <TimeZoneField
          form={form}
          saved={partner.timeZone}
          known={timeZones}
          offersOwn={partner.timeZone === 'UTC'}
          hint="Days and months of your figures begin at midnight there, and so does the week of your weekly report."
        />
        <div className="text-sm">
          <p className="text-muted">Website URL</p>
          <p className="mt-1 [overflow-wrap:anywhere]">{partner.websiteUrl ?? 'Not named yet'}</p>
          <p className="mt-1 text-muted">
            {partner.websiteUrl ? (
              <>
                Shoppers are sent to it, so only we change it:{' '}
                <Link to={paths.contact({ subject: 'Another website for our store' })} className="link">
                  write to us
                </Link>
                .
              </>
            ) : (
              <Link to={dashboardPaths.connectStore()} className="link">
                Name it under Connect Store
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
