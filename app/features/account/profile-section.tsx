import { Link } from '#app/components/link.tsx'
import { useEffect } from 'react'
import { useSaved } from './saved-notices.ts'
import { Facts, Section } from '#app/components/settings-section.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm, type FormState } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'

export type Account = RouterOutputs['account']['get']
export type Countries = RouterOutputs['account']['countries']

/**
 * The URL that the Profile tab's forms are sent to. Without JavaScript it becomes the page's URL, so it names the open
 * form.
 */
export const profileAction = (edit?: string) => `${paths.settings()}?${edit ? `edit=${edit}&` : ''}index`

/** The URL that opens a section's form. */
export const editPath = (section: 'profile' | 'email' | 'password') =>
  `${paths.settings('profile', { edit: section })}#${section}`

/** The profile, as text or as a form. */
export function ProfileSection({
  account,
  countries,
  isEditing,
}: {
  account: Account
  countries: Countries | null
  isEditing: boolean
}) {
  const saved = useSaved('profile')
  const { profile } = account
  if (countries && isEditing) {
    return (
      <Section id="profile" title="Personal details">
        <ProfileForm account={account} countries={countries} />
      </Section>
    )
  }
  return (
    <Section
      id="profile"
      title="Personal details"
      saved={saved}
      edit={{ to: editPath('profile'), label: 'Edit profile' }}
    >
      <Facts
        facts={[
          ['Name', profile?.fullName],
          ['Email', account.email],
          ['Phone', profile?.phone],
          ['Address', profile?.address],
          ['City', profile?.city],
          ['Country', profile?.countryName],
        ]}
      />
    </Section>
  )
}

function ProfileForm({ account: { profile, email }, countries }: { account: Account; countries: Countries }) {
  const form = usePageForm('profile')
  const { ref } = form.props
  useEffect(() => ref.current?.querySelector<HTMLInputElement>('[name="fullName"]')?.focus(), [ref])
  const { Form } = form
  return (
    <Form {...form.props} action={profileAction('profile')} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <input type="hidden" name="form" value="profile" />
      <Field form={form} name="fullName" label="Name" autoComplete="name" defaultValue={profile?.fullName ?? ''} />
      <Field
        form={form}
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="tel"
        defaultValue={profile?.phone ?? ''}
        hint="Optional, at least 10 digits"
      />
      <dl className="sm:col-span-2">
        <dt className="text-sm text-muted">Email</dt>
        <dd className="mt-1 flex flex-wrap items-baseline gap-x-4 break-words">
          {email}{' '}
          <Link to={editPath('email')} className="link inline-flex min-h-11 items-center text-sm text-muted">
            Change email
          </Link>
        </dd>
      </dl>
      <Field
        form={form}
        name="address"
        label="Address"
        autoComplete="street-address"
        defaultValue={profile?.address ?? ''}
        className="sm:col-span-2"
      />
      <Field form={form} name="city" label="City" autoComplete="address-level2" defaultValue={profile?.city ?? ''} />
      <SelectField
        form={form}
        name="country"
        label="Country"
        autoComplete="country"
        defaultValue={profile?.country ?? ''}
      >
        <option value="">Not given</option>
        {countries.usual.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
        <optgroup label="Other countries">
          {countries.others.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </optgroup>
      </SelectField>
      <FormEnd form={form} section="profile" busy="Saving..." submit="Save profile" />
    </Form>
  )
}

/** The form-level error, and the buttons to save or cancel. */
export function FormEnd({
  form,
  section,
  busy,
  submit,
}: {
  form: FormState
  section: string
  busy: string
  submit: string
}) {
  return (
    <div className="col-span-full">
      <FormMessage>{form.message}</FormMessage>
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton form={form} busy={busy} className="">
          {submit}
        </SubmitButton>
        <Link to={`${paths.settings()}#${section}`} className="button button-quiet min-h-12">
          Cancel
        </Link>
      </div>
    </div>
  )
}
