import Download from 'lucide-react/icons/download'
import { Link } from '#app/components/link.tsx'
import type { Account } from './profile-section.tsx'
import { Section } from '#app/components/settings-section.tsx'
import { TabHeading } from './settings-page.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { PasswordField } from '#app/components/password-field.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { parseFormAnswer, usePageForm } from '#app/lib/form.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { tastePaths } from '#app/lib/taste-paths.ts'

/** Data export and account closure. */
export function PrivacyTab({ account }: { account: Account }) {
  return (
    <>
      <TabHeading title="Privacy">Your data belongs to you. Download a copy or delete it.</TabHeading>
      <Section id="export" title="Your data" hint="One JSON file, created on request.">
        <p className="max-w-[60ch]">
          The file contains your account, profile and devices, connected accounts, wishlist, favourite stores, reviews
          with their pictures, votes and feedback, products you viewed, stores you visited, reports and appeals, emails
          from us, your messages with our replies, and the activity log of your account. Searches are not included: we
          do not record who searched.
        </p>
        <p className="mt-3 max-w-[60ch] text-muted">
          Your taste profile is not included because we do not have it. Each device keeps its own. You can export it on
          the{' '}
          <Link to={tastePaths.forYou()} className="link inline-flex min-h-11 items-center">
            For you
          </Link>{' '}
          page.
        </p>
        <p className="mt-5">
          <a href={paths.settingsExport()} download className="button button-accent">
            <Download aria-hidden size={18} /> Download my data
          </a>
        </p>
        <p className="mt-5 text-sm text-muted">
          {account.businessName ? (
            <>
              To download your store&apos;s data, go to{' '}
              <Link to={dashboardPaths.storeSettings('export')} className="link inline-flex min-h-11 items-center">
                {' '}
                Export{' '}
              </Link>{' '}
              in the store&apos;s settings.
            </>
          ) : (
            <>
              Export only your wishlist:{' '}
              <a href={paths.wishlistFile('csv')} download className="link inline-flex min-h-11 items-center">
                as CSV
              </a>{' '}
              or{' '}
              <a href={paths.wishlistFile('json')} download className="link inline-flex min-h-11 items-center">
                as JSON
              </a>
              .
            </>
          )}
        </p>
      </Section>
      <Section id="delete" title="Delete my account" hint="You have 14 days to change your mind.">
        <p className="max-w-[60ch]">
          You will be signed out everywhere immediately. Sign in within 14 days to restore your account. After that, it
          is permanently deleted. We keep your store visits as anonymous counts.
        </p>
        {account.businessName ? (
          <p className="notice">
            This account manages <strong>{account.businessName}</strong>. Contact us to transfer or close the store
            first. Then you can delete the account.
          </p>
        ) : (
          <DeletionForm account={account} />
        )}
      </Section>
    </>
  )
}

function DeletionForm({ account: { passwordChangedAt } }: { account: Account }) {
  const form = usePageForm('delete')
  const { Form } = form
  // Uses the form's answer, because the field's error disappears at the first key press.
  const isRefused = parseFormAnswer(useActionAnswer(), 'delete') !== undefined
  return (
    <details className="ask mt-5" open={isRefused || undefined}>
      <summary className="button button-quiet">Delete my account</summary>
      <Form {...form.props} className="mt-5 grid max-w-md gap-5">
        <input type="hidden" name="form" value="delete" />
        {passwordChangedAt ? (
          <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" />
        ) : (
          <Field form={form} name="email" label="Type your email address to confirm" type="email" autoComplete="off" />
        )}
        <div>
          <FormMessage>{form.message}</FormMessage>
          <SubmitButton form={form} busy="Deleting..." look="quiet" className="border-sale text-sale">
            Delete my account
          </SubmitButton>
        </div>
      </Form>
    </details>
  )
}
