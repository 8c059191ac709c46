import { Link } from '#app/components/link.tsx'
import { paths } from '#app/lib/paths.ts'
import { tastePaths } from '#app/lib/taste-paths.ts'
import { DocumentPage, FactTable, WriteTo, type DocumentSection } from './document-page.tsx'

// This page describes what the code does. If you change what is stored, or for how long, change it here too, with the
// date.

/** Each with what it is for and how long it stays. */
const COOKIES: ReadonlyArray<[name: string, purpose: string, lasts: string]> = [
  ['wtf_session', 'Keeps you signed in', "Until the browser closes, or 30 days with 'Remember me'"],
  [
    'wtf_vid',
    'The random visitor number that counts looks and departures, when it was given, and our signature',
    '30 days',
  ],
  [
    'wtf_asker',
    'Binds a sign-in link, and a sign-up that waits for its mail, to the browser that asked for it',
    '1 day',
  ],
  [
    'wtf_device',
    'Marks this browser, without names, as known to your account, so password guesses made elsewhere cannot lock you out here',
    '400 days',
  ],
  ['wtf_oauth', 'Holds, encrypted, a sign-in with Google or Apple that is under way', '10 minutes'],
  [
    'wtf_invitation',
    'Holds the invitation by which you are joining as a partner, once you have opened its link',
    '7 days',
  ],
  ['wtf_second_step', 'Holds a sign-in that waits for its second factor', '10 minutes'],
  [
    'wtf_sizes',
    'Holds your measures for lists in your size, once you have asked for such a list; it is sent to these lists alone',
    '180 days, or until you forget them',
  ],
  ['wtf_prices_in', 'Holds the currency that you chose to see prices in', '1 year'],
  ['wtf_theme', 'Holds the theme that you chose, light or dark', '1 year'],
  ['wtf_notice', 'Carries a sentence to the next page', '1 minute'],
  ['wtf_bypass', 'Lets those who run the site in while it is closed', '24 hours'],
]

const sectionsFor = (contactEmail: string | null): DocumentSection[] => [
  {
    id: 'without-account',
    title: 'When you just look around',
    body: (
      <>
        <p>Pages are the same for everybody who is not signed in, and reading them leaves nothing behind but this:</p>
        <ul>
          <li>
            <strong>Products that you view</strong>, by a random visitor number in a cookie that lasts 30 days and is
            then replaced. It is not joined to a name. For a day a fingerprint of your network address stands beside it,
            so that nobody can make a product popular by looking at it a thousand times.
          </li>
          <li>
            <strong>Stores that you leave for</strong>: which product, when, from which page and place, its price at
            that moment, the family of your browser, your country as your browser or network names it, the visitor
            number, and a fingerprint of your network address. The fingerprint, here and above, is made with a key that
            changes every day; after 30 days key and fingerprint are deleted, so that nobody, we included, can get back
            to the address. The store pays us by these records.
          </li>
          <li>
            <strong>What is searched for</strong>: the words, the filters and what was opened, without any number or
            address of yours. Apart from that, and not joined to it, stands a fingerprint of address and words together
            until the day is over, so that a search counts once a day. When you open a product from a search and go on
            to its store, that visit notes the search; the store learns the words only where three people or more came
            by them.
          </li>
        </ul>
        <p>
          If we invite your brand, we keep the business&apos;s name, the person and the address that we wrote to. If you
          do not accept, they are deleted a year after the invitation has ended. While you join, your answers stay in
          your browser until you send them.
        </p>
        <p>
          Your browser keeps the last 20 products you viewed, your last 6 searches, what up to 150 products were like
          that you viewed, saved or visited the store for, and{' '}
          <Link to={tastePaths.forYou()} className="link">
            what it makes of them as your taste
          </Link>{' '}
          (for 180 days after you last met each; off, deleted or saved as a file whenever you like), how you like to
          search, which hints you have closed, a message that you began to write, the pages that work offline, and the
          lookbook of your wishlist if you save it offline, until you remove it or sign out. None of that is sent to us:
          your browser chooses for you among products that we send to everybody, and asks us for the pictures that it
          shows, of which we keep no record. You can delete it with the data of this site in your browser. A picture
          that you search with is read in your browser: we get its colours, its pattern and its outline, in the address
          of the list, and never the picture.
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
            <strong>What you type</strong>: your email address, and if you like name, telephone, postal address, city,
            country, currency and language.
          </li>
          <li>
            <strong>Your password</strong>, only as an argon2id hash. Nobody can read it, nor can we.
          </li>
          <li>
            <strong>A second factor</strong>, if you administer the site and set one up: the secret of your
            authenticator app, encrypted, and your recovery codes as hashes.
          </li>
          <li>
            <strong>Google or Apple</strong>, if you sign in with them: their number for you and the address that they
            name.
          </li>
          <li>
            <strong>Where you are signed in</strong>: a name of the device such as &apos;Chrome on Windows&apos;, the
            country, when it was last used. Administrators are mailed these of each new device.
          </li>
          <li>
            <strong>What you keep</strong>: your favourite stores and your wishlist with what you say about each thing
            on it (a note, a size, how much you want it, at which price you want to hear of it), what it cost when you
            saved it, and what we have found out for you since: that it costs less, is back or nearly gone.
          </li>
          <li>
            <strong>What you want to hear of</strong>: the searches that you save and the brands that you follow, the
            names that you give them, how often we write, and which new products we have found for you. Stores and those
            who run the shop do not see them. Each has a feed whose address is a secret: whoever knows it reads what is
            in it, and you can change it at any time. If you switch notifications on, also the browsers that get them:
            the address and keys that each browser&apos;s maker gives us for it, a name such as &apos;Chrome on
            Windows&apos; and when it was last told. What a notification says is encrypted for your browser; its maker
            passes it on without reading it.
          </li>
          <li>
            <strong>What you write about products and stores</strong>: your reviews with their stars and pictures, the
            name and address of your account as they were then, and the departure by which you went to see the product;
            if we did not publish one, when and why, also once you have changed or deleted it; which reviews you found
            helpful; and what you told a store. Pictures are drawn anew when they come: where, when and with what they
            were taken is not kept. If you say how something fitted and which size you took, that too.
          </li>
          <li>
            <strong>Your measures</strong>, and garments that fit you, only if you say that your account should keep
            them. Otherwise they stay on your device, and what we are asked with them we forget with the answer. If you
            ask for lists in your size, a cookie brings them along to those lists and to no other page.
          </li>
          <li>
            <strong>A link to your wishlist</strong>, only if you share it, with the title that you give it. Whoever has
            the link sees what is on the list, in which size and how much you want it; never who you are, your notes or
            what it cost then. You can end the link at any time.
          </li>
          <li>
            <strong>Looks and departures</strong> as above, then with your account beside them.
          </li>
          <li>
            <strong>A log of what concerns security</strong>: sign-ins, changes of password or address, acts of admins,
            each with a fingerprint of the network address by that day&apos;s key.
          </li>
        </ul>
        <p>
          News, price drops and stock messages are off until you tick them in{' '}
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
          <strong>Tickets and messages</strong>: your name, address, text, our answers. Admins read them.
        </li>
        <li>
          <strong>Reports</strong> that two pieces of different stores are not the same: your words, with your account
          if you are signed in, otherwise a fingerprint of the network address by that day&apos;s key, until somebody
          has looked.
        </li>
        <li>
          <strong>The waitlist and the newsletter</strong>: your address, which form it came from, browser and its full
          description, country, and how long the page had been open. The address counts once you have confirmed it by
          the link in our mail, and every mail has a link that ends them.
        </li>
        <li>
          <strong>Mails from us</strong> are kept as they were sent, with their secret links struck out, so that we can
          see whether they arrived.
        </li>
      </ul>
    ),
  },
  {
    id: 'how-long',
    title: 'How long it stays',
    body: (
      <FactTable
        head={['What', 'Kept for']}
        rows={[
          ['Fingerprints of network addresses at departures, and all daily keys', '30 days'],
          [
            'Fingerprints of network addresses at looks and searches',
            'One day, and until the next tidying: two days at most',
          ],
          [
            'Counts of tries to sign in, to have mails sent and to write to us, under fingerprints of account and network address',
            '75 minutes at most',
          ],
          ['Searches, as they were typed', '90 days; counted by day without any detail for 2 years'],
          ['Views of products', '2 years'],
          [
            'Reports of pieces that are not the same',
            'As long as both pieces are here; without you once your account is deleted',
          ],
          ['Items removed from your wishlist, with notes, so you can restore them', '30 days'],
          ['What we found out about things on your wishlist', '90 days'],
          ['Your measures, if your account keeps them', 'Until you take them out, or your account is deleted'],
          ['Saved searches and followed brands', 'Until 30 days after you remove them, so you can restore them'],
          ['What we found for them', '60 days'],
          ['Browsers that get notifications', 'Until you switch them off or are signed out there'],
          ['The link to your wishlist', 'Until you stop sharing; its title until you change it'],
          [
            'Departures to stores',
            'As long as accounts with stores may be asked about; without you once your account is deleted',
          ],
          ['Mails that were sent', '90 days'],
          ['Mails that could not be sent', '180 days'],
          ['Tickets, messages and answers', '2 years after the last change'],
          ['Sessions', "24 hours, or 30 days with 'Remember me'; each use of the site may extend them"],
          ['Sign-ins that wait for their second factor', '10 minutes; deleted the night after'],
          [
            'What you typed to sign up',
            'Until the mail of it is opened, which makes it your account; otherwise 2 days at most',
          ],
          [
            'Links in mails',
            'They work for 15 minutes to 30 days. Unsubscribe links do not expire. We delete our records of links a day after they expire',
          ],
          [
            'Waitlist and newsletter',
            '30 days if you do not confirm your address, else until you have it deleted; after you unsubscribe without browser, country and time, and only to make sure that we do not write again',
          ],
          ['The account with everything in it', 'Until you delete it, and 14 days more'],
          [
            'What was deleted, in backups of the shop',
            '35 days at most; nobody looks into one unless the shop has to be restored',
          ],
          [
            'The log of security',
            'As long as the site is run; after an account is deleted its number in it leads to nobody',
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
          All are our own, and none is for advertising. On https each name may begin with <code>__Host-</code>, which
          keeps other sites from setting it.
        </p>
        <FactTable
          head={['Name', 'What for', 'How long']}
          rows={COOKIES.map(([name, ...facts]) => [<code key="name">{name}</code>, ...facts])}
        />
      </>
    ),
  },
  {
    id: 'others',
    title: 'Who else learns of it',
    body: (
      <>
        <ul>
          <li>
            <strong>The store that you leave for</strong> learns that you came from us, by a click number in the address
            (<code>wtf_cid</code>, with some stores <code>ref</code>). Not who you are. What you do there is the
            store&apos;s business; it may report a sale with that number to us, so that it can be paid.
          </li>
          <li>
            <strong>Partners</strong> see how often their products were looked at and left for. Of reviews, and of what
            you write to them here, they see your first name and an initial, never your address.
          </li>
          <li>
            <strong>Google or Apple</strong>, only if you choose to sign in with them.
          </li>
          <li>
            <strong>The mail servers</strong> between us and you.
          </li>
          <li>
            <strong>Authorities</strong>, where the law obliges us.
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
    title: 'What you can do',
    body: (
      <>
        <ul>
          <li>
            <strong>See it</strong>:{' '}
            <Link to={paths.settings('privacy')} className="link">
              download everything
            </Link>{' '}
            that we know of you, as one file.
          </li>
          <li>
            <strong>Correct it</strong>: in{' '}
            <Link to={paths.settings()} className="link">
              your settings
            </Link>
            .
          </li>
          <li>
            <strong>Delete it</strong>:{' '}
            <Link to={paths.settings('privacy')} className="link">
              delete the account
            </Link>
            . It is closed at once; for 14 days signing in brings it back; then account, profile, wishlist, saved
            searches, tickets, mails and your place on the waitlist are deleted, your name, your address and your
            pictures go from reviews and feedback, your votes on reviews are deleted, and looks and departures lose
            their tie to you.
          </li>
          <li>
            <strong>Object, or ask for what the pages do not offer</strong>, also without an account:{' '}
            <WriteTo contactEmail={contactEmail} />. We ask you to prove that the address is yours, and nothing else.
          </li>
        </ul>
        <p>You may also complain to the data protection authority of your country.</p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        The site is not meant for children under 13, and we do not knowingly keep data of theirs. If your child has
        written to us or opened an account, tell us and we delete it.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'How it is guarded',
    body: (
      <p>
        Passwords, session numbers and links in mails are stored as hashes only. Pages run no script but our own, by a
        content security policy. Sign-ins and forms are limited by network address, which is held in memory for that and
        not written down.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: <p>When what we store changes, this page changes with it, and so does its date.</p>,
  },
]

export function PrivacyPage({ contactEmail }: { contactEmail: string | null }) {
  return (
    <DocumentPage
      title="Privacy Policy"
      updated="26 November 2026"
      sections={sectionsFor(contactEmail)}
      lead="In short: we store what the site needs to work and to be paid by stores, on our own machines, for a stated time. Nobody else counts you here. You can take a copy of everything and have it deleted, both without asking anybody."
    />
  )
}
