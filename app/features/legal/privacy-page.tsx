import { Link } from '#app/components/link.tsx'
import { paths } from '#app/lib/paths.ts'
import { tastePaths } from '#app/lib/taste-paths.ts'
import { DocumentPage, FactTable, WriteTo, type DocumentSection } from './document-page.tsx'

// This page describes the code. If you change which data is stored, or for how long, update the text and its date.

/** Each cookie with its purpose and lifetime. */
const COOKIES: ReadonlyArray<[name: string, purpose: string, lasts: string]> = [
  ['wtf_session', 'Keeps you signed in', "Until the browser closes, or 30 days with 'Remember me'"],
  [
    'wtf_vid',
    'A random visitor number used to count product views and store visits, with the time we issued it and our signature',
    '30 days',
  ],
  ['wtf_asker', 'Ties a sign-in link, or an unconfirmed sign-up, to the browser that requested it', '1 day'],
  [
    'wtf_device',
    'Marks this browser as known to your account, without naming you, so password guesses made elsewhere cannot lock you out here',
    '400 days',
  ],
  ['wtf_oauth', 'Holds an unfinished sign-in with Google or Apple, encrypted', '10 minutes'],
  ['wtf_invitation', 'Holds your partner invitation once you have opened its link', '7 days'],
  ['wtf_second_step', 'Holds a sign-in that is waiting for its two-factor code', '10 minutes'],
  [
    'wtf_sizes',
    'Holds your measurements once you have asked for lists in your size. It is sent only when you open those lists or enter measurements',
    '180 days, or until you delete them',
  ],
  ['wtf_prices_in', 'Remembers the currency you chose for prices', '1 year'],
  ['wtf_theme', 'Remembers the theme you chose, light or dark', '1 year'],
  ['wtf_notice', 'Carries a message to the next page', '1 minute'],
  ['wtf_bypass', 'Lets our team in while the site is closed', '24 hours'],
]

const sectionsFor = (contactEmail: string | null): DocumentSection[] => [
  {
    id: 'without-account',
    title: 'When you browse',
    body: (
      <>
        <p>If you are not signed in, you see the same pages as everyone else. We store only this about your visit:</p>
        <ul>
          <li>
            <strong>Products you view</strong>, under a random visitor number. It is kept in a cookie, is not linked to
            your name and is replaced after 30 days. For one day we also keep a fingerprint of your IP address with each
            view, so that nobody can make a product popular by opening it a thousand times.
          </li>
          <li>
            <strong>Stores you visit from WTF</strong>: the product and its price, the time, and the page and position
            of the link. We also record your browser family, the kind of device (phone, tablet or computer), your
            country (from your browser or network), your visitor number and a fingerprint of your IP address. Stores pay
            us on the basis of these records. Every fingerprint is made with a key that changes daily. We delete the key
            and the fingerprint after 30 days. After that nobody, including us, can work out the address.
          </li>
          <li>
            <strong>Searches</strong>: the words, the filters and the products opened, without your visitor number or IP
            address. Separately, we keep a fingerprint of your IP address and search words until the end of the day, so
            that each search counts once a day. It is not linked to the search record. If you open a product from a
            search and then visit its store, we note the search with that visit. The store sees the words only if at
            least three people came through the same search.
          </li>
        </ul>
        <p>
          If we invite your brand, we keep the business name, the contact person and the email address we wrote to. If
          you do not accept, we delete them a year after the invitation ends. While you join, your answers stay in your
          browser until you send them.
        </p>
        <p>
          Your browser keeps your last 20 viewed products, your last 6 searches and your preferred search mode. It also
          keeps the hints you have closed, unsent messages and the pages that work offline. If you save the lookbook of
          your wishlist offline, it stays until you remove it or sign out. We do not receive any of this. You can delete
          it by clearing this site&apos;s data in your browser.
        </p>
        <p>
          Your browser also keeps the features of up to 150 products that you viewed, saved or opened in a store, and{' '}
          <Link to={tastePaths.forYou()} className="link">
            the taste profile it builds from them
          </Link>
          . Each product is deleted 180 days after you last viewed, saved or opened it. You can switch the profile off,
          delete it or save it as a file at any time. It is not sent to us: your browser chooses from products that we
          send to everyone. It loads their images from us, and we keep no record of those requests.
        </p>
        <p>
          When you search with a picture, your browser analyses it. We receive its colours, pattern and outline in the
          URL of the results page, never the picture itself.
        </p>
      </>
    ),
  },
  {
    id: 'with-account',
    title: 'When you have an account',
    body: (
      <>
        <ul>
          <li>
            <strong>Your details</strong>: your email address and, if you add them, your name, telephone number, postal
            address, city, country, currency and language.
          </li>
          <li>
            <strong>Your password</strong>, only as an argon2id hash. Nobody can read it, including us.
          </li>
          <li>
            <strong>Two-factor authentication</strong>, if you set it up: your authenticator app&apos;s secret,
            encrypted, and your recovery codes as hashes.
          </li>
          <li>
            <strong>Google or Apple sign-in</strong>, if you use it: their ID for you and the email address they give
            us.
          </li>
          <li>
            <strong>Where you are signed in</strong>: a device name such as &apos;Chrome on Windows&apos;, the country
            and when it was last used. If you are an administrator, we email you these details about each new device.
          </li>
          <li>
            <strong>Your favourites and wishlist</strong>: your favourite stores, and your wishlist with the note, size,
            priority and target price you add to each item. We also keep the price when you saved it and the changes we
            have found since: a price drop, a return to stock or low stock.
          </li>
          <li>
            <strong>Saved searches and followed brands</strong>: the names you give them, how often we email you and the
            new products we have found. Stores and our team do not see them. Each has a feed with a secret address.
            Anyone who knows the address can read the feed, and you can change it at any time.
          </li>
          <li>
            <strong>Browser notifications</strong>, if you switch them on: the address and keys that your browser&apos;s
            maker issues for them, a name such as &apos;Chrome on Windows&apos; and when we last sent one. Notifications
            are encrypted for your browser. Its maker delivers them without reading them.
          </li>
          <li>
            <strong>Reviews and feedback</strong>: your reviews with their stars and pictures, your name and email
            address at that time, and the store visit that let you write the review. If you tell us how the item fitted
            and which size you bought, we keep that too. We also keep the reviews you found helpful and your feedback to
            stores. If we did not publish a review, we keep when and why, even after you change or delete it. We
            re-create your pictures when you upload them, without the time, place or camera details.
          </li>
          <li>
            <strong>Your measurements</strong>, and garments that fit you, only if you save them to your account.
            Otherwise they stay on your device, and we do not keep them after answering. If you ask for lists in your
            size, we keep them in a cookie that is sent only when you open those lists or enter measurements.
          </li>
          <li>
            <strong>A link to your wishlist</strong>, only if you share it, with the title you give it. Anyone with the
            link can see the items, their sizes and how much you want them. They never see who you are, your notes or
            the price when you saved an item. You can stop sharing at any time.
          </li>
          <li>
            <strong>Product views and store visits</strong>, as described above but linked to your account.
          </li>
          <li>
            <strong>A security log</strong>: sign-ins, password and address changes, and administrators&apos; actions.
            Each entry has a fingerprint of the IP address, made with that day&apos;s key.
          </li>
        </ul>
        <p>
          News, price drop and stock emails are off until you switch them on in{' '}
          <Link to={paths.settings('notifications')} className="link">
            your settings
          </Link>
          .
        </p>
      </>
    ),
  },
  {
    id: 'when-you-write',
    title: 'When you write to us',
    body: (
      <ul>
        <li>
          <strong>Tickets and messages</strong>: your name, your email address, your message and our replies. Our admins
          read them.
        </li>
        <li>
          <strong>Reports</strong> of wrongly matched products: your comment and your account. If you are not signed in,
          we keep a fingerprint of your IP address instead, made with that day&apos;s key, until we have reviewed the
          report.
        </li>
        <li>
          <strong>The waitlist and the newsletter</strong>: your email address, the form you used, your browser and its
          user agent, your country and how long the page had been open. You join only when you follow the link in our
          email, and every email has an unsubscribe link.
        </li>
        <li>
          <strong>Emails from us</strong>: a copy of each one without its secret links, so that we can see whether it
          arrived.
        </li>
      </ul>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <FactTable
        head={['What', 'Kept for']}
        rows={[
          ['IP address fingerprints of store visits, and all daily keys', '30 days'],
          [
            'IP address fingerprints of product views and searches',
            'One day, plus the time until the next clean-up: two days at most',
          ],
          [
            'Counts of attempts to sign in, request emails or write to us, under fingerprints of the account and IP address',
            '75 minutes at most',
          ],
          ['Searches, as typed', '90 days; daily totals without details for 2 years'],
          ['Product views', '2 years'],
          [
            'Reports of wrongly matched products',
            'As long as both products are listed; without your name once your account is deleted',
          ],
          ['Items removed from your wishlist, with notes, so you can restore them', '30 days'],
          ['Price and stock changes found for your wishlist', '90 days'],
          ['Measurements saved to your account', 'Until you remove them or your account is deleted'],
          ['Saved searches and followed brands', 'Until 30 days after you remove them, so you can restore them'],
          ['New products found for your searches and brands', '60 days'],
          ['Browsers with notifications', 'Until you switch them off or are signed out there'],
          ['The link to your wishlist', 'Until you stop sharing; its title until you change it'],
          [
            'Store visits',
            'As long as payments from stores may be disputed; without your name once your account is deleted',
          ],
          ['Sent emails', '90 days'],
          ['Emails that could not be sent', '180 days'],
          ['Tickets, messages and replies', '2 years after the last change'],
          ['Sessions', "24 hours, or 30 days with 'Remember me'; using the site may extend them"],
          ['Sign-ins waiting for a two-factor code', '10 minutes; deleted the following night'],
          ['Sign-up details', 'Until you confirm by email, which makes them your account; otherwise 2 days at most'],
          [
            'Links in emails',
            'They work for 15 minutes to 30 days. Unsubscribe links do not expire. We delete our records of links a day after they expire',
          ],
          [
            'Waitlist and newsletter',
            '30 days if you do not confirm your address; otherwise until you ask us to delete it. After you unsubscribe, we delete your browser details, country and time on the page, and keep your address only so that we do not email you again',
          ],
          ['Your account and everything in it', 'Until you delete it, plus 14 days'],
          ['Deleted data in our backups', '35 days at most. We open a backup only to restore the site'],
          [
            'The security log',
            'As long as the site exists. After your account is deleted, your account number in it can no longer identify you',
          ],
        ]}
      />
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <>
        <p>
          All cookies are ours, and none is for advertising. Over HTTPS, names may begin with <code>__Host-</code>,
          which stops other sites from setting them.
        </p>
        <FactTable
          head={['Name', 'Purpose', 'Kept for']}
          rows={COOKIES.map(([name, ...facts]) => [<code key="name">{name}</code>, ...facts])}
        />
      </>
    ),
  },
  {
    id: 'others',
    title: 'Who we share it with',
    body: (
      <>
        <ul>
          <li>
            <strong>The store you visit</strong> learns from a click ID in the link (<code>wtf_cid</code>, or{' '}
            <code>ref</code> at some stores) that you came from us, but not who you are. What you do there is between
            you and the store. It may report a sale with that ID to us, so that we can be paid.
          </li>
          <li>
            <strong>Partners</strong> see how often their products were viewed and how many store visits they led to. If
            an assistant gave you the link, they see the assistant&apos;s name. On reviews and feedback they see your
            first name and an initial, never your email address.
          </li>
          <li>
            <strong>Google or Apple</strong>, only if you choose to sign in with them.
          </li>
          <li>
            <strong>Email servers</strong> that carry messages between us and you.
          </li>
          <li>
            <strong>Authorities</strong>, where the law requires it.
          </li>
        </ul>
        <p>
          We use no third-party analytics, advertising networks or social plug-ins, and our pages load nothing from
          other servers. We do not sell data.
        </p>
      </>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <>
        <ul>
          <li>
            <strong>Access</strong>:{' '}
            <Link to={paths.settings('privacy')} className="link">
              download all your data
            </Link>{' '}
            as one file.
          </li>
          <li>
            <strong>Correct</strong>: change your details in{' '}
            <Link to={paths.settings()} className="link">
              your settings
            </Link>
            .
          </li>
          <li>
            <strong>Delete</strong>:{' '}
            <Link to={paths.settings('privacy')} className="link">
              delete your account
            </Link>
            . We close it at once, and you can sign in to restore it for 14 days. Then we delete your account, profile,
            wishlist, saved searches, tickets, emails, review votes and place on the waitlist. Your reviews and feedback
            stay without your name, email address and pictures. Product views and store visits are no longer linked to
            you.
          </li>
          <li>
            <strong>Object or ask for anything else</strong>, even without an account:{' '}
            <WriteTo contactEmail={contactEmail} />. We only ask you to prove that the email address is yours.
          </li>
        </ul>
        <p>You may also complain to the data protection authority in your country.</p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        The site is not meant for children under 13, and we do not knowingly keep their data. If your child has written
        to us or created an account, tell us and we will delete it.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <p>
        We store passwords, session IDs and the links in our emails only as hashes. A content security policy allows
        only our own scripts on our pages. We limit sign-in attempts and form submissions by IP address, which we hold
        in memory and do not store.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: <p>When we change what we store, we update this page and its date.</p>,
  },
]

export function PrivacyPage({ contactEmail }: { contactEmail: string | null }) {
  return (
    <DocumentPage
      title="Privacy Policy"
      updated="27 November 2026"
      sections={sectionsFor(contactEmail)}
      lead="In short: we store only what the site needs to work and what stores need to pay us. We keep it on our own servers and for a limited time, and use no third-party analytics. You can download or delete your data yourself at any time."
    />
  )
}
