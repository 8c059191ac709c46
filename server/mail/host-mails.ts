import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface AboutHost {
  siteUrl: string
  businessName: string
  host: string
}

const CONNECT_STORE = '/brand/dashboard/connect-store'

/** Tells a partner that we can no longer find the verification code for a host. */
export function hostProofLost({ siteUrl, name, businessName, host }: AboutHost & { name: string }): MailContent {
  return composeMail({
    kind: 'host_proof_lost',
    siteUrl,
    subject: `${businessName}: we can no longer verify ${host}`,
    preview: 'Your links still work. Please add the code to your domain again.',
    heading: `We can no longer verify ${host}`,
    before: [
      greeting(name),
      `For three nights in a row, we could not find the verification code for ${host}, a domain of ${businessName}. Your links still work.`,
      'Add the code to your domain again, as shown in your dashboard, then verify the domain there. If another store verifies the domain, your links to it will stop working.',
    ],
    button: { label: 'Verify the domain', link: `${CONNECT_STORE}#hosts` },
    after: ['If the domain no longer belongs to you, you don’t need to do anything.'],
  })
}

/** Tells administrators that a partner's host is no longer verified. */
export function hostProofLostForAdmins({
  siteUrl,
  businessName,
  host,
  partnerId,
}: AboutHost & { partnerId: string }): MailContent {
  return composeMail({
    kind: 'host_proof_lost_admin',
    siteUrl,
    subject: `${businessName}: ${host} is no longer verified`,
    preview: 'Links to it still work.',
    heading: `${businessName}: ${host} is no longer verified`,
    before: [
      `For three nights in a row, we could not find the verification code for ${host}, a domain of ${businessName}. Links to it still work, and we have emailed the partner.`,
      'If the domain no longer belongs to the partner, remove it.',
    ],
    button: { label: 'Open the partner', link: `/admin/partners/${partnerId}` },
    after: [],
  })
}

/** Tells a partner that another partner has verified a host that this partner could no longer verify. */
export function hostTakenOver({
  siteUrl,
  name,
  businessName,
  host,
  proven,
}: AboutHost & { name: string; proven: string }): MailContent {
  return composeMail({
    kind: 'host_taken_over',
    siteUrl,
    subject: `${businessName}: ${host} is no longer verified`,
    preview: 'Another store has verified the domain.',
    heading: `${host} is no longer verified`,
    before: [
      greeting(name),
      `Another store has verified ${proven}, and we can no longer find your verification code. Links from ${businessName} to ${host} have stopped working.`,
      'If this is wrong, contact us.',
    ],
    button: { label: 'Open your dashboard', link: `${CONNECT_STORE}#hosts` },
    after: ['To verify the domain again, add it in your dashboard and follow the steps there.'],
  })
}

/** Tells administrators that a host moved to another partner. */
export function hostTakenOverForAdmins({
  siteUrl,
  businessName,
  host,
  proven,
  partnerId,
}: AboutHost & { proven: string; partnerId: string }): MailContent {
  return composeMail({
    kind: 'host_taken_over_admin',
    siteUrl,
    subject: `${host} moved from ${businessName} to another store`,
    preview: `Another store has verified ${proven}.`,
    heading: `${host} moved to another store`,
    before: [
      `Another store has verified ${proven}, and ${businessName} could no longer verify ${host}. Links from ${businessName} to ${host} have stopped working. We have emailed the partner.`,
    ],
    button: { label: 'Open the partner', link: `/admin/partners/${partnerId}` },
    after: [],
  })
}
