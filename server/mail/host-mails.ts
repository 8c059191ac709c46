import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface AboutHost {
  siteUrl: string
  businessName: string
  host: string
}

const CONNECT_STORE = '/brand/dashboard/connect-store'

/** Tells a partner that we no longer find the proof that a host is its own. */
export function hostProofLost({ siteUrl, name, businessName, host }: AboutHost & { name: string }): MailContent {
  return composeMail({
    kind: 'host_proof_lost',
    siteUrl,
    subject: `${businessName}: we can no longer verify ${host}`,
    preview: 'Your links still work. Please publish the code again.',
    heading: `We can no longer verify ${host}`,
    before: [
      greeting(name),
      `For three nights we have not found the code that proves that ${host} belongs to ${businessName}. Your links still work.`,
      'Please publish the code again and check it in your dashboard. If another store proves that the host is theirs, your links to it will stop working.',
    ],
    button: { label: 'Verify the host', link: `${CONNECT_STORE}#hosts` },
    after: ['If the host no longer belongs to you, you do not need to do anything.'],
  })
}

/** Tells administrators the same. */
export function hostProofLostForAdmins({
  siteUrl,
  businessName,
  host,
  partnerId,
}: AboutHost & { partnerId: string }): MailContent {
  return composeMail({
    kind: 'host_proof_lost_admin',
    siteUrl,
    subject: `${businessName} can no longer prove ${host}`,
    preview: 'Links to it still work.',
    heading: `${businessName} can no longer prove ${host}`,
    before: [
      `The code that proves that ${host} belongs to ${businessName} has been missing for three nights. Links to it still work, and we have told the partner.`,
      'If the host no longer belongs to them, remove it.',
    ],
    button: { label: 'Open the partner', link: `/admin/partners/${partnerId}` },
    after: [],
  })
}

/** Tells a partner that another one has proven a host that it could not prove any more. */
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
    preview: 'Another store has proven that the host is theirs.',
    heading: `${host} is no longer verified`,
    before: [
      greeting(name),
      `Another store has proven that ${proven} is theirs, and your own proof is no longer there. Links of ${businessName} to ${host} have stopped working.`,
      'If this is wrong, reply to this email.',
    ],
    button: { label: 'Open your dashboard', link: `${CONNECT_STORE}#hosts` },
    after: ['To verify the host again, add it there and publish the code.'],
  })
}

/** Tells administrators the same. */
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
    preview: `Another store has proven ${proven}.`,
    heading: `${host} moved to another store`,
    before: [
      `${businessName} could no longer prove ${host}. Another store has proven ${proven}, so links of ${businessName} to ${host} have stopped working. We told them.`,
    ],
    button: { label: 'Open the partner', link: `/admin/partners/${partnerId}` },
    after: [],
  })
}
